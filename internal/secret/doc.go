// Package secret makes secrets, keeps them out of sight, and seals them for storage.
//
// # The keyset
//
// BACKBEAT_ENCRYPTION_KEYS holds a Tink AEAD keyset in cleartext: its JSON, or that
// JSON in base64. It must come from a secret store and never be logged. The primary
// key seals; every enabled key of the set opens. To make one:
//
//	tinkey create-keyset --key-template AES256_GCM --out-format json
//
// (or NewKeysetJSON, which dev mode calls once). To rotate, on no more than one
// machine:
//
//	tinkey rotate-keyset --key-template AES256_GCM --in keyset.json --out new.json
//
// (or RotateKeysetJSON), and give every process the new set. While some still run
// with the old set they can't open what the new key sealed; where that matters,
// deploy the new key first without making it primary (tinkey add-key), and promote it
// (tinkey promote-key) in a second deploy. A key may be deleted once nothing is left
// that it sealed; what it sealed then can't be opened by anyone.
package secret

package secret

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/tink"
)

var (
	// ErrKeyset: the text is no keyset that can seal. Nothing of it is repeated, nor is
	// the parser's own message, which may quote a key.
	ErrKeyset = errors.New("not a Tink AEAD keyset as JSON, or as that JSON in base64")
	// ErrOpen: sealed by no key of the set, for another row or purpose, or damaged.
	ErrOpen = errors.New("the sealed value can't be opened")
)

// Keyset seals what must not lie readable in the database. It may be used by many
// goroutines at once.
type Keyset struct{ primitive tink.AEAD }

// ParseKeyset reads the value of BACKBEAT_ENCRYPTION_KEYS. It fails with ErrKeyset.
func ParseKeyset(text Value) (*Keyset, error) {
	handle, err := readHandle([]byte(text.Reveal()))
	if err != nil {
		return nil, err
	}
	primitive, err := aead.New(handle)
	if err != nil {
		return nil, ErrKeyset
	}
	return &Keyset{primitive}, nil
}

// Seal encrypts and authenticates. The associated data (see Row) is not stored, and
// must be the same when the value is opened.
func (k *Keyset) Seal(plaintext, associatedData []byte) ([]byte, error) {
	sealed, err := k.primitive.Encrypt(plaintext, associatedData)
	if err != nil {
		return nil, fmt.Errorf("sealing: %w", err)
	}
	return sealed, nil
}

// Open gives what was sealed, by whichever key of the set. It fails with ErrOpen.
func (k *Keyset) Open(sealed, associatedData []byte) ([]byte, error) {
	plaintext, err := k.primitive.Decrypt(sealed, associatedData)
	if err != nil {
		return nil, ErrOpen
	}
	return plaintext, nil
}

// Row is the associated data that ties a sealed value to what it is for and to the
// row that holds it, so that one copied to another row or column does not open.
func Row(purpose, id string) []byte {
	return fmt.Appendf(nil, "%d:%s:%s", len(purpose), purpose, id)
}

// NewKeysetJSON makes a keyset of one key (AES-256-GCM).
func NewKeysetJSON() (Value, error) { return withNewPrimary(keyset.NewManager()) }

// RotateKeysetJSON adds a key to a keyset and makes it primary; the others still open.
func RotateKeysetJSON(text Value) (Value, error) {
	handle, err := readHandle([]byte(text.Reveal()))
	if err != nil {
		return Value{}, err
	}
	return withNewPrimary(keyset.NewManagerFromHandle(handle))
}

func withNewPrimary(manager *keyset.Manager) (Value, error) {
	id, err := manager.Add(aead.AES256GCMKeyTemplate())
	if err != nil {
		return Value{}, fmt.Errorf("adding a key: %w", err)
	}
	if err := manager.SetPrimary(id); err != nil {
		return Value{}, fmt.Errorf("making the new key primary: %w", err)
	}
	handle, err := manager.Handle()
	if err != nil {
		return Value{}, fmt.Errorf("making a keyset: %w", err)
	}
	var out bytes.Buffer
	if err := insecurecleartextkeyset.Write(handle, keyset.NewJSONWriter(&out)); err != nil {
		return Value{}, fmt.Errorf("writing a keyset: %w", err)
	}
	return NewValue(out.String()), nil
}

func readHandle(text []byte) (*keyset.Handle, error) {
	text = bytes.TrimSpace(text)
	if !bytes.HasPrefix(text, []byte("{")) {
		decoded, err := base64.StdEncoding.DecodeString(string(text))
		if err != nil {
			return nil, ErrKeyset
		}
		text = decoded
	}
	handle, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(text)))
	if err != nil {
		return nil, ErrKeyset
	}
	return handle, nil
}

package secret

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/mac"
)

func parse(t testing.TB, text Value) *Keyset {
	t.Helper()
	k, err := ParseKeyset(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func newText(t testing.TB) Value {
	t.Helper()
	text, err := NewKeysetJSON()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestWhatIsSealedOpensForItsOwnRowAlone(t *testing.T) {
	t.Parallel()
	keys := parse(t, newText(t))
	row := Row("signing", "con_1")
	for _, plain := range [][]byte{[]byte("a secret"), nil, bytes.Repeat([]byte{0}, 1<<16)} {
		sealed, err := keys.Seal(plain, row)
		if err != nil {
			t.Fatal(err)
		}
		if opened, err := keys.Open(sealed, row); err != nil || !bytes.Equal(opened, plain) {
			t.Errorf("%.20q opened as %.20q: %v", plain, opened, err)
		}
		if len(plain) > 0 && bytes.Contains(sealed, plain) {
			t.Error("the secret lies open in what was sealed")
		}
		again, _ := keys.Seal(plain, row)
		if bytes.Equal(again, sealed) {
			t.Error("sealing twice gives the same bytes")
		}
		for _, other := range [][]byte{Row("signing", "con_2"), Row("credential", "con_1"), nil} {
			if _, err := keys.Open(sealed, other); !errors.Is(err, ErrOpen) {
				t.Errorf("opens for %q: %v", other, err)
			}
		}
		sealed[len(sealed)-1] ^= 1
		if _, err := keys.Open(sealed, row); !errors.Is(err, ErrOpen) {
			t.Errorf("opens though damaged: %v", err)
		}
	}
	if _, err := keys.Open(nil, row); !errors.Is(err, ErrOpen) {
		t.Errorf("nothing opens: %v", err)
	}
}

func TestNoTwoRowsHaveTheSameAssociatedData(t *testing.T) {
	t.Parallel()
	if bytes.Equal(Row("a", "b:c"), Row("a:b", "c")) || bytes.Equal(Row("", "x"), Row("x", "")) {
		t.Error("two rows are taken for one")
	}
}

func TestARotatedKeysetSealsWithTheNewKeyAndOpensWithAll(t *testing.T) {
	t.Parallel()
	first := newText(t)
	second, err := RotateKeysetJSON(first)
	if err != nil {
		t.Fatal(err)
	}
	third, err := RotateKeysetJSON(NewValue(base64.StdEncoding.EncodeToString([]byte(second.Reveal()))))
	if err != nil {
		t.Fatal(err)
	}
	row := Row("credential", "con_1")
	var sealed [][]byte
	for _, text := range []Value{first, second, third} {
		s, err := parse(t, text).Seal([]byte("kept"), row)
		if err != nil {
			t.Fatal(err)
		}
		sealed = append(sealed, s)
	}
	for i, s := range sealed {
		if opened, err := parse(t, third).Open(s, row); err != nil || string(opened) != "kept" {
			t.Errorf("sealed with key %d: %q %v", i+1, opened, err)
		}
		if _, err := parse(t, first).Open(s, row); (err == nil) != (i == 0) {
			t.Errorf("the first set opens what key %d sealed: %v", i+1, err)
		}
	}
	if _, err := parse(t, newText(t)).Open(sealed[0], row); !errors.Is(err, ErrOpen) {
		t.Errorf("a foreign keyset opens it: %v", err)
	}
}

func TestAKeysetIsReadAsJSONAndInBase64(t *testing.T) {
	t.Parallel()
	text := newText(t).Reveal()
	parse(t, NewValue("\n"+text+"\n"))
	parse(t, NewValue(" "+base64.StdEncoding.EncodeToString([]byte(text))+"\n"))
}

func TestAKeysetThatCanNotSealIsRefusedWithoutRepeatingIt(t *testing.T) {
	t.Parallel()
	handle, err := keyset.NewHandle(mac.HMACSHA256Tag256KeyTemplate())
	if err != nil {
		t.Fatal(err)
	}
	var wrongKind bytes.Buffer
	if err := insecurecleartextkeyset.Write(handle, keyset.NewJSONWriter(&wrongKind)); err != nil {
		t.Fatal(err)
	}
	text := newText(t).Reveal()
	for name, bad := range map[string]string{
		"empty": "", "not base64": "hunter2!", "base64 of nothing": "aHVudGVyMg==", "JSON of another kind": `{"hunter2":1}`,
		"no keys": `{"primaryKeyId":1}`, "cut off": text[:len(text)-20], "no primary": strings.Replace(text, `"primaryKeyId"`, `"hunter2"`, 1),
		"keys of another kind": wrongKind.String(), "a bare secret": `{"key": hunter2}`,
	} {
		if _, err := ParseKeyset(NewValue(bad)); !errors.Is(err, ErrKeyset) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
		if name == "keys of another kind" {
			continue // it can be rotated, and still can't seal
		}
		if _, err := RotateKeysetJSON(NewValue(bad)); !errors.Is(err, ErrKeyset) {
			t.Errorf("%s is rotated: %v", name, err)
		}
	}
}

func TestAKeysetIsTinksOwnJSON(t *testing.T) {
	t.Parallel()
	var set struct {
		PrimaryKeyID uint32 `json:"primaryKeyId"`
		Key          []struct {
			KeyID   uint32 `json:"keyId"`
			KeyData struct {
				TypeURL string `json:"typeUrl"`
			} `json:"keyData"`
		} `json:"key"`
	}
	rotated, err := RotateKeysetJSON(newText(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(rotated.Reveal()), &set); err != nil {
		t.Fatal(err)
	}
	if len(set.Key) != 2 || set.PrimaryKeyID != set.Key[1].KeyID || set.Key[1].KeyData.TypeURL != "type.googleapis.com/google.crypto.tink.AesGcmKey" {
		t.Errorf("%+v", set)
	}
}

func BenchmarkSealAndOpen(b *testing.B) {
	keys := parse(b, newText(b))
	secret, row := []byte(NewSigningSecret().Reveal()), Row("signing", "con_1")
	for b.Loop() {
		sealed, err := keys.Seal(secret, row)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := keys.Open(sealed, row); err != nil {
			b.Fatal(err)
		}
	}
}

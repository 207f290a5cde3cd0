package console

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// asset is one file of the build.
type asset struct {
	content     []byte
	contentType string
	cache       string
	etag        string
	// packed is the content compressed, made when it is first asked for; nil where that
	// would not make it smaller.
	packed func() []byte
}

// types are those of the files in the build; what the machine's own table says varies.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".woff2": "font/woff2", ".woff": "font/woff", ".ttf": "font/ttf", ".json": "application/json",
}

// readAssets reads the build once, whoever asks.
var readAssets = sync.OnceValues(func() (map[string]*asset, error) {
	root, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	all := map[string]*asset{}
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, name)
		if err == nil {
			all[name] = newAsset(name, content)
		}
		return err
	})
	for _, page := range []string{"index.html", "playground.html"} {
		if err == nil && all[page] == nil {
			err = fmt.Errorf("the console's build has no %s: build it with npm run build", page)
		}
	}
	return all, err
})

func newAsset(name string, content []byte) *asset {
	sum := sha256.Sum256(content)
	a := &asset{content: content, contentType: types[path.Ext(name)], etag: base64.RawURLEncoding.EncodeToString(sum[:12])}
	if a.contentType == "" {
		a.contentType = mime.TypeByExtension(path.Ext(name))
	}
	// Names in assets carry a hash of what they name.
	a.cache = "no-cache"
	if strings.HasPrefix(name, "assets/") {
		a.cache = "public, max-age=31536000, immutable"
	}
	a.packed = sync.OnceValue(func() []byte {
		if strings.HasPrefix(a.contentType, "font/woff") {
			return nil
		}
		return pack(content)
	})
	return a
}

func pack(content []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // fails for no level but a wrong one
	_, _ = z.Write(content)
	_ = z.Close()
	if b.Len() >= len(content) {
		return nil
	}
	return b.Bytes()
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", a.cache)
	h.Add("Vary", "Accept-Encoding")
	body, etag := a.content, `"`+a.etag+`"`
	if takesGzip(r.Header.Values("Accept-Encoding")) {
		if packed := a.packed(); packed != nil {
			body, etag = packed, `"`+a.etag+`-gz"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("ETag", etag)
	if matches(r.Header.Get("If-None-Match"), etag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body)
	}
}

// takesGzip reads Accept-Encoding (RFC 9110, section 12.5.3): q=0 refuses.
func takesGzip(values []string) bool {
	for coding := range strings.SplitSeq(strings.Join(values, ","), ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		_, q, given := strings.Cut(weight, "=")
		if !given {
			return true
		}
		f, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
		return err == nil && f > 0
	}
	return false
}

func matches(header, etag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		if c := strings.TrimSpace(candidate); c == "*" || strings.TrimPrefix(c, "W/") == etag {
			return true
		}
	}
	return false
}

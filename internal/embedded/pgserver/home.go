package pgserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// homeBases are the folders in which a root process keeps what must lie where the
// account may enter, tried in turn.
func homeBases() []string {
	return []string{"/var/lib/backbeat", filepath.Join(os.TempDir(), "backbeat-root"), "/tmp/backbeat-root"}
}

// newHome makes an empty folder for the cluster of dir. One that an earlier data
// folder of this name has left behind (somebody removed it to start empty) goes.
func newHome(dir string, a account, log func(string)) (string, error) {
	var failures []error
	for _, base := range homeBases() {
		if err := ownFolder(base); err != nil {
			failures = append(failures, err)
			continue
		}
		if err := sweepHomes(base, dir, log); err != nil {
			failures = append(failures, err)
			continue
		}
		home, err := os.MkdirTemp(base, "pg-")
		if err == nil {
			err = errors.Join(os.Chmod(home, 0o711), a.mayUse(home))
		}
		if err == nil {
			return home, nil
		}
		failures = append(failures, err, os.RemoveAll(home))
	}
	return "", fmt.Errorf("no folder found that user %s may use: %w", a.name, errors.Join(failures...))
}

// ownFolder makes dir and refuses what somebody else put there first, as anybody
// may in the temporary folder.
func ownFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o711); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(st.Uid) != os.Geteuid() {
		return fmt.Errorf("%s is not a folder of ours", dir)
	}
	return nil
}

// sweepHomes removes the homes below base that were made for dir, and those made
// for temporary folders that are gone. Of others it can't know whether their data
// folder was removed or moved.
func sweepHomes(base, dir string, log func(string)) error {
	homes, err := filepath.Glob(filepath.Join(base, "pg-*"))
	if err != nil {
		return err
	}
	for _, home := range homes {
		raw, err := os.ReadFile(filepath.Join(home, pointerFile))
		var ptr pointer
		if err != nil || json.Unmarshal(raw, &ptr) != nil || ptr.For != dir && !goneTemporary(ptr.For) {
			continue
		}
		if err := endLeftovers(ptr.Cluster, log); err != nil {
			return err
		}
		log("removing " + home + ", whose data folder was removed")
		if err := os.RemoveAll(home); err != nil {
			return err
		}
	}
	return nil
}

func goneTemporary(dir string) bool {
	temp, err := filepath.EvalSymlinks(os.TempDir())
	if err != nil || !strings.HasPrefix(dir, temp+string(filepath.Separator)) {
		return false
	}
	_, err = os.Lstat(dir)
	return errors.Is(err, fs.ErrNotExist)
}

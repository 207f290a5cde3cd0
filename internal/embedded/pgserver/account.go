package pgserver

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// account is whom PostgreSQL's programs run as. PostgreSQL refuses root, so a
// root process hands them to an unprivileged user; anybody else runs them as
// themselves, and uses the zero account.
type account struct {
	name     string
	uid, gid int
	switched bool // whether this process has to change user at all
}

// ourAccount chooses the account for a cluster that does not exist yet.
func ourAccount() (account, error) {
	if os.Geteuid() != 0 {
		return account{}, nil
	}
	var missing error
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			missing = err
			continue
		}
		uid, errUID := strconv.Atoi(u.Uid)
		gid, errGID := strconv.Atoi(u.Gid)
		if errUID != nil || errGID != nil || uid == 0 {
			missing = fmt.Errorf("user %s has no usable id (%s:%s)", name, u.Uid, u.Gid)
			continue
		}
		return account{name: name, uid: uid, gid: gid, switched: true}, nil
	}
	return account{}, fmt.Errorf("PostgreSQL refuses to run as root, and neither a user postgres nor nobody exists "+
		"(add one with useradd --system postgres, or start Backbeat as an ordinary user): %w", missing)
}

// ownerOf is the account of a cluster that exists: whoever made it goes on
// running it, so that a start as root between two others harms neither.
func ownerOf(cluster string) (account, error) {
	if os.Geteuid() != 0 {
		return account{}, nil
	}
	info, err := os.Stat(cluster)
	if err != nil {
		return account{}, err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || st.Uid == 0 {
		return account{}, fmt.Errorf("%s belongs to root, whom PostgreSQL refuses: "+
			"chown -R it to an ordinary user, or remove it to start empty", cluster)
	}
	a := account{name: strconv.Itoa(int(st.Uid)), uid: int(st.Uid), gid: int(st.Gid), switched: true}
	if u, err := user.LookupId(a.name); err == nil {
		a.name = u.Username
	}
	return a, nil
}

// command prepares a program to run as the account, in a working folder that
// everybody may enter, with an environment in which nothing of the caller's
// (PGPORT, LANG, TZ) changes what PostgreSQL does or how its messages read.
func (a account) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...) //nolint:noctx // the callers end these themselves, by signal
	cmd.Dir = "/"
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC"}
	for _, kept := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(kept); ok {
			cmd.Env = append(cmd.Env, kept+"="+v)
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if a.switched {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
	return cmd
}

// own makes the account the owner of path.
func (a account) own(path string) error {
	if !a.switched {
		return nil
	}
	return os.Lchown(path, a.uid, a.gid)
}

// mayUse reports whether the account can keep files of its own below dir, which
// must exist. It is tried, not worked out from mode bits: ACLs, mounts that know
// no owners and security modules have their say too.
func (a account) mayUse(dir string) error {
	if !a.switched {
		return nil
	}
	probe, err := os.MkdirTemp(dir, ".probe-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(probe) }()
	if err := a.own(probe); err != nil {
		return err
	}
	cmd := a.command("/bin/sh", "-c", `: > "$1"`, "sh", filepath.Join(probe, "file"))
	if out, err := cmd.CombinedOutput(); err != nil {
		said := strings.TrimSpace(string(out))
		return fmt.Errorf("user %s may not use %s (%s)", a.name, dir, strings.TrimSpace(said[strings.LastIndex(said, ":")+1:]))
	}
	return nil
}

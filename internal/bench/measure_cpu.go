package bench

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Linux counts CPU time in hundredths of a second, for whatever it runs on.
const ticks = 100

// cpuSeconds sums the CPU time of processes and of their children, 0 where the
// system does not tell.
func cpuSeconds(pids ...int) float64 {
	total := 0.0
	for _, pid := range tree(pids) {
		stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
		if err != nil {
			continue
		}
		_, rest, _ := bytes.Cut(stat, []byte(") "))
		fields := strings.Fields(string(rest))
		if len(fields) < 15 {
			continue
		}
		// user and system time, and that of children that have ended
		for _, i := range []int{11, 12, 13, 14} {
			v, _ := strconv.ParseFloat(fields[i], 64)
			total += v / ticks
		}
	}
	return total
}

// spending is CPU time, in seconds, by process.
type spending struct{ gateway, receiver, database float64 }

func (s *stage) spending(g *process, r *receivers) spending {
	return spending{cpuSeconds(g.cmd.Process.Pid), cpuSeconds(r.cmd.Process.Pid), cpuSeconds(s.server.PID())}
}

func (s spending) total() float64 { return s.gateway + s.receiver + s.database }

func (s spending) since(was spending) spending {
	return spending{s.gateway - was.gateway, s.receiver - was.receiver, s.database - was.database}
}

// detail tells where the time went, where that is asked for.
func (s *stage) detail(ctx context.Context, cpu spending, total int) error {
	if !s.options.Detail {
		return nil
	}
	each := 1e6 / float64(total)
	s.say("  CPU, µs each: gateway %.0f, database %.0f, receiver %.0f", cpu.gateway*each, cpu.database*each, cpu.receiver*each)
	if s.statements(ctx) < 0 {
		return nil
	}
	return s.longest(ctx, 20)
}

// residentMiB sums the resident memory of processes.
func residentMiB(pids ...int) float64 {
	total := 0.0
	for _, pid := range pids {
		statm, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "statm"))
		if err != nil {
			continue
		}
		if fields := strings.Fields(string(statm)); len(fields) > 1 {
			pages, _ := strconv.ParseFloat(fields[1], 64)
			total += pages * float64(os.Getpagesize()) / (1 << 20)
		}
	}
	return total
}

// proportionalMiB sums the memory of processes and of all that they started, with pages
// that several share divided among them, 0 where the system does not tell.
func proportionalMiB(pids ...int) float64 {
	total := 0.0
	for _, pid := range tree(pids) {
		rollup, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "smaps_rollup"))
		if err != nil {
			continue
		}
		_, rest, _ := bytes.Cut(rollup, []byte("\nPss:"))
		if fields := strings.Fields(string(rest)); len(fields) > 0 {
			kib, _ := strconv.ParseFloat(fields[0], 64)
			total += kib / 1024
		}
	}
	return total
}

// tree gives processes and all that they started.
func tree(pids []int) []int {
	children := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, rest, _ := bytes.Cut(stat, []byte(") "))
		fields := strings.Fields(string(rest))
		if len(fields) < 2 {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		parent, _ := strconv.Atoi(fields[1])
		children[parent] = append(children[parent], pid)
	}
	all := append([]int(nil), pids...)
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

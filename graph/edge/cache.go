package edge

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// cache keeps what was used last, up to a weight in bytes, so that neither many nor
// large documents hold more memory than that.
type cache[T any] struct {
	mu     sync.Mutex
	kept   *simplelru.LRU[string, weighed[T]]
	weight int
	limit  int
}

type weighed[T any] struct {
	value  T
	weight int
}

// maxKept bounds the number of entries, whatever they weigh.
const maxKept = 10_000

func newCache[T any](limit int) *cache[T] {
	c := &cache[T]{limit: limit}
	c.kept, _ = simplelru.NewLRU(maxKept, func(_ string, w weighed[T]) { c.weight -= w.weight }) // fails on sizes below 1
	return c
}

func (c *cache[T]) get(key string) (T, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w, known := c.kept.Get(key)
	return w.value, known
}

// add keeps a value, unless it weighs more than a sixteenth of everything: such ones
// come once, and would drive out what comes often.
func (c *cache[T]) add(key string, value T, weight int) {
	if weight > c.limit/16 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Remove(key)
	c.weight += weight
	c.kept.Add(key, weighed[T]{value, weight})
	for c.weight > c.limit {
		c.kept.RemoveOldest()
	}
}

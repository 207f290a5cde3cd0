package dispatcher

import "context"

// Partitions is what the partitions pass asks of the database.
type Partitions interface {
	EnsurePartitions(ctx context.Context, ahead int) error
}

// daysAhead is for how many days partitions are made before they are needed.
const daysAhead = 3

// PartitionsPass makes partitions ahead.
func PartitionsPass(store Partitions) Pass {
	return Pass{Name: "partitions", Every: "@every 1h", Run: func(ctx context.Context) error {
		return store.EnsurePartitions(ctx, daysAhead)
	}}
}

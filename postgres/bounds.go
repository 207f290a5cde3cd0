package postgres

import "rhythm.example/backbeat/domain/id"

// boundsOf gives the least and the greatest of ids. As bounds of a partitioned table's
// id they leave only the partitions that are needed, when the statement is planned: with
// a year of partitions, a statement without them takes half a second to plan.
func boundsOf(ids []id.ID) (least, most id.ID) {
	for n, i := range ids {
		if n == 0 {
			least = i
		}
		least, most = id.Min(least, i), id.Max(most, i)
	}
	return least, most
}

package domain_test

import (
	"testing"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain"
)

func TestBR_CAP_PFM_INT_014_05_TheFiftiethInARowReachesTheLimitAndADeliveredOneBeginsAnew(t *testing.T) {
	t.Parallel()
	dead, delivered, cancelled := domain.DeliveryDead, domain.DeliveryDelivered, domain.DeliveryCancelled
	for name, c := range map[string]struct {
		row     int
		ended   []domain.DeliveryStatus
		now     int
		reached bool
	}{
		"nothing":                     {7, nil, 7, false},
		"one more":                    {48, []domain.DeliveryStatus{dead}, 49, false},
		"the fiftieth":                {49, []domain.DeliveryStatus{dead}, 50, true},
		"another after it":            {50, []domain.DeliveryStatus{dead}, 51, true},
		"the fiftieth, then a good":   {49, []domain.DeliveryStatus{dead, delivered}, 0, true},
		"a good, then a dead":         {49, []domain.DeliveryStatus{delivered, dead}, 1, false},
		"a cancelled one is neither":  {49, []domain.DeliveryStatus{cancelled}, 49, false},
		"a cancelled one between two": {48, []domain.DeliveryStatus{dead, cancelled, dead}, 50, true},
	} {
		if now, reached := domain.CountDead(c.row, c.ended); now != c.now || reached != c.reached {
			t.Errorf("%s: %d, %v", name, now, reached)
		}
	}
}

// However what ended is cut into batches, the row is as long, and the limit as reached.
func TestARowOfDeadOnesIsTheSameHoweverItIsCut(t *testing.T) {
	t.Parallel()
	some := rapid.SliceOfN(rapid.SampledFrom([]domain.DeliveryStatus{
		domain.DeliveryDead, domain.DeliveryDead, domain.DeliveryDead, domain.DeliveryDead, domain.DeliveryDead, domain.DeliveryDead,
		domain.DeliveryDead, domain.DeliveryDead, domain.DeliveryDead, domain.DeliveryDelivered, domain.DeliveryCancelled,
	}), 0, 120)
	rapid.Check(t, func(t *rapid.T) {
		first, second, begun := some.Draw(t, "first"), some.Draw(t, "second"), rapid.IntRange(0, 60).Draw(t, "begun")
		between, one := domain.CountDead(begun, first)
		cut, other := domain.CountDead(between, second)
		whole, reached := domain.CountDead(begun, append(first[:len(first):len(first)], second...))
		if cut != whole || reached != (one || other) {
			t.Fatalf("%d and %v in two, %d and %v in one", cut, one || other, whole, reached)
		}
	})
}

package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

type eventTypeRow struct {
	bun.BaseModel        `bun:"table:event_types,alias:et"`
	Name                 string `bun:",pk"`
	Kind                 domain.EventTypeKind
	Description          *string
	Fields               string
	CarriesPriorValues   bool
	CarriesChangedFields bool
	RegisteredAt         time.Time
}

func (r *eventTypeRow) eventType() (*domain.EventType, error) {
	t := &domain.EventType{
		Name: r.Name, Kind: r.Kind, Description: r.Description,
		CarriesPriorValues: r.CarriesPriorValues, CarriesChangedFields: r.CarriesChangedFields,
	}
	if err := json.Unmarshal([]byte(r.Fields), &t.Fields); err != nil {
		return nil, fmt.Errorf("reading the fields of %s: %w", r.Name, err)
	}
	return t, nil
}

// RegisterEventType puts a type into the catalog, or replaces it whole. What is
// subscribed to a type that changed goes on: a filter's comparison that no longer
// fits is unknown.
func (d *DB) RegisterEventType(ctx context.Context, t *domain.EventType) error {
	fields, err := json.Marshal(t.Fields)
	if err != nil {
		return fmt.Errorf("writing the fields of %s: %w", t.Name, err)
	}
	row := eventTypeRow{
		Name: t.Name, Kind: t.Kind, Description: t.Description, Fields: string(fields),
		CarriesPriorValues: t.CarriesPriorValues, CarriesChangedFields: t.CarriesChangedFields, RegisteredAt: d.Clock.Now(),
	}
	return run(ctx, d.staff, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&row).On("CONFLICT (name) DO UPDATE").
			Set("kind = EXCLUDED.kind, description = EXCLUDED.description, fields = EXCLUDED.fields").
			Set("carries_prior_values = EXCLUDED.carries_prior_values, carries_changed_fields = EXCLUDED.carries_changed_fields").
			Set("registered_at = EXCLUDED.registered_at").Exec(ctx)
		return err
	})
}

// EventTypes lists the catalog by name; an empty kind means all of them.
func (d *DB) EventTypes(ctx context.Context, kind domain.EventTypeKind) ([]*domain.EventType, error) {
	var rows []eventTypeRow
	q := d.scoped.NewSelect().Model(&rows).Order("name")
	if kind != "" {
		q = q.Where("kind = ?", kind)
	}
	return eventTypes(&rows, q.Scan(ctx))
}

// EventTypesByName gives those of the types that the catalog has.
func (d *DB) EventTypesByName(ctx context.Context, names []string) (map[string]*domain.EventType, error) {
	var rows []eventTypeRow
	list, err := eventTypes(&rows, d.scoped.NewSelect().Model(&rows).Where("name IN (?)", bun.List(names)).Scan(ctx))
	found := make(map[string]*domain.EventType, len(list))
	for _, t := range list {
		found[t.Name] = t
	}
	return found, err
}

func eventTypes(rows *[]eventTypeRow, err error) ([]*domain.EventType, error) {
	if err != nil {
		return nil, classify(err)
	}
	types := make([]*domain.EventType, len(*rows))
	for i := range *rows {
		if types[i], err = (*rows)[i].eventType(); err != nil {
			return nil, err
		}
	}
	return types, nil
}

type integrationRow struct {
	bun.BaseModel    `bun:"table:integrations,alias:i"`
	ID               id.ID `bun:"type:uuid,pk"`
	Key              string
	Name             string
	CurrentReleaseID *id.ID `bun:"type:uuid"`
}

func (r *integrationRow) integration() *domain.Integration {
	return &domain.Integration{UUID: r.ID, Key: r.Key, Name: r.Name, CurrentReleaseID: r.CurrentReleaseID}
}

type releaseRow struct {
	bun.BaseModel `bun:"table:releases,alias:r"`
	ID            id.ID `bun:"type:uuid,pk"`
	IntegrationID id.ID `bun:"type:uuid"`
	Version       string
	Declares      []string `bun:",array"`
	Produces      []string `bun:",array"`
	PublishedAt   time.Time
}

func (r *releaseRow) release() *domain.Release {
	return &domain.Release{UUID: r.ID, IntegrationID: r.IntegrationID, Version: r.Version, Declares: r.Declares, Produces: r.Produces, PublishedAt: r.PublishedAt.UTC()}
}

// PublishRelease publishes a version of an integration, which it makes where there
// is none with this key, and makes it the current one. A version published before
// is CONFLICT; types that the catalog does not have, or has as another kind, are refused by name.
func (d *DB) PublishRelease(ctx context.Context, key, name, version string, declares, produces []string) (*domain.Release, error) {
	now := d.Clock.Now()
	release := releaseRow{ID: d.IDs.At(now), Version: version, Declares: sorted(declares), Produces: sorted(produces), PublishedAt: now}
	err := run(ctx, d.staff, func(ctx context.Context, tx bun.Tx) error {
		if err := checkCatalogued(ctx, tx, declares, produces); err != nil {
			return err
		}
		integration := integrationRow{ID: d.IDs.At(now), Key: key, Name: name}
		err := tx.NewInsert().Model(&integration).On("CONFLICT (key) DO UPDATE").Set("name = EXCLUDED.name").Returning("id").Scan(ctx)
		if err != nil {
			return err
		}
		release.IntegrationID = integration.ID
		if _, err := tx.NewInsert().Model(&release).Exec(ctx); isDuplicate(err) {
			return domain.Refuse(domain.CodeConflict, "release %q of %q is published already; publish another version", version, key)
		} else if err != nil {
			return err
		}
		_, err = tx.NewUpdate().Model((*integrationRow)(nil)).Set("current_release_id = ?", release.ID).Where("id = ?", integration.ID).Exec(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return release.release(), nil
}

func checkCatalogued(ctx context.Context, tx bun.Tx, declares, produces []string) error {
	names := slices.Concat(declares, produces)
	kinds := map[string]domain.EventTypeKind{}
	if len(names) > 0 {
		var rows []eventTypeRow
		if err := tx.NewSelect().Model(&rows).Column("name", "kind").Where("name IN (?)", bun.List(names)).Scan(ctx); err != nil {
			return err
		}
		for _, r := range rows {
			kinds[r.Name] = r.Kind
		}
	}
	var vs domain.Violations
	check := func(list string, names []string, want domain.EventTypeKind) {
		for i, name := range names {
			if kinds[name] != want {
				vs.Add(fmt.Sprintf("%s[%d]", list, i), domain.ViolationUnknownType, "the catalog has no type %q of kind %s; register it first", name, want)
			}
		}
	}
	check("declares", declares, domain.EventTypeChange)
	check("produces", produces, domain.EventTypeProduced)
	return vs.Refusal()
}

func sorted(names []string) []string {
	s := slices.Clone(names)
	slices.Sort(s)
	if s == nil {
		s = []string{}
	}
	return s
}

// Integrations lists every integration by its key.
func (d *DB) Integrations(ctx context.Context) ([]*domain.Integration, error) {
	var rows []integrationRow
	if err := d.scoped.NewSelect().Model(&rows).Order("key").Scan(ctx); err != nil {
		return nil, classify(err)
	}
	all := make([]*domain.Integration, len(rows))
	for i := range rows {
		all[i] = rows[i].integration()
	}
	return all, nil
}

// Releases lists the releases of every integration, newest first.
func (d *DB) Releases(ctx context.Context, p domain.Page) (domain.Paged[*domain.Release], error) {
	var rows []releaseRow
	err := paged(d.scoped.NewSelect().Model(&rows), p, "r.id").Scan(ctx)
	all := make([]*domain.Release, len(rows))
	for i := range rows {
		all[i] = rows[i].release()
	}
	return domain.Cut(p, all), classify(err)
}

// IntegrationsByID gives integrations; the catalog is the same for everybody.
func (d *DB) IntegrationsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Integration, error) {
	return byID(ctx, d, scope, ids, func(r *integrationRow) (id.ID, *domain.Integration) { return r.ID, r.integration() })
}

// ReleasesByID gives releases; the catalog is the same for everybody.
func (d *DB) ReleasesByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Release, error) {
	return byID(ctx, d, scope, ids, func(r *releaseRow) (id.ID, *domain.Release) { return r.ID, r.release() })
}

// IntegrationByKey finds an integration by its key.
func (d *DB) IntegrationByKey(ctx context.Context, key string) (*domain.Integration, error) {
	var rows []integrationRow
	if err := d.staff.NewSelect().Model(&rows).Where("key = ?", key).Scan(ctx); err != nil {
		return nil, classify(err)
	}
	if len(rows) == 0 {
		return nil, domain.NotFound("integration")
	}
	return rows[0].integration(), nil
}

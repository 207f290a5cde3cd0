// Operations to begin with, for each kind of user. A test holds them to the schema.

export interface ReadyOperation {
  name: string;
  query: string;
  /** A text in angle brackets stands for an id of the demo directory, where it is known. */
  variables?: Record<string, unknown>;
}

export const groups: { name: string; operations: ReadyOperation[] }[] = [
  {
    name: "Everybody",
    operations: [
      { name: "Who am I", query: "query WhoAmI {\n  viewer { subject kind permissions tenant { id name } }\n}\n" },
      {
        name: "The catalog",
        query:
          "query Catalog {\n  eventTypes(kind: CHANGE) {\n    name\n    description\n    fields { name type }\n    carriesPriorValues\n    carriesChangedFields\n  }\n}\n",
      },
    ],
  },
  {
    name: "Administrators",
    operations: [
      {
        name: "Installations and accounts",
        query:
          "query Installations {\n  installations {\n    id\n    status\n    integration { name }\n    acceptedEventTypes\n    connections { id account name }\n  }\n}\n",
      },
      {
        name: "Try a filter",
        query:
          'query Preview($connectionId: ID!, $filter: Condition!) {\n  previewFilter(connectionId: $connectionId, eventType: "crm.contact.updated", filter: $filter) {\n    entityId\n    verdict\n    reason\n  }\n}\n',
        variables: { connectionId: "<connectionId>", filter: { field: "email", op: "ends_with", value: "@example.org" } },
      },
      {
        name: "Subscribe to contacts that change",
        query:
          "mutation Subscribe($input: CreateIntegrationSubscriptionInput!) {\n  createIntegrationSubscription(input: $input) {\n    subscription { id status eventType { name } }\n  }\n}\n",
        variables: {
          input: {
            installationId: "<installationId>",
            connectionId: "<connectionId>",
            eventType: "crm.contact.created",
            mode: "PUSH",
            destinationUrl: "<receiverUrl>",
            filter: { field: "email", op: "ends_with", value: "@example.org" },
          },
        },
      },
      {
        name: "Who did what",
        query:
          "query Trail {\n  history(trail: INTEGRATION, first: 20) {\n    nodes { at actor action subjectId before after }\n    pageInfo { hasNextPage endCursor }\n  }\n}\n",
      },
    ],
  },
  {
    name: "Operators",
    operations: [
      { name: "The dispatcher's health", query: "query Health {\n  dispatcher { lastPassAt silent due oldestDueSeconds scheduled inFlight }\n}\n" },
      {
        name: "Dead deliveries",
        query:
          "query Dead {\n  integrationDeliveries(first: 20, filter: { statuses: [DEAD] }) {\n    nodes {\n      id\n      type\n      entityId\n      attempts { run number failure httpStatus responseExcerpt }\n    }\n    pageInfo { hasNextPage endCursor }\n  }\n}\n",
      },
      {
        name: "Watch deliveries live",
        query:
          "subscription Deliveries {\n  integrationDeliveryUpdated {\n    id\n    type\n    entityId\n    status\n    attempt\n    nextAttemptAt\n  }\n}\n",
      },
      { name: "Watch events live", query: "subscription Events {\n  integrationEventUpdated {\n    id\n    type\n    status\n    attempt\n  }\n}\n" },
    ],
  },
  {
    name: "Adapters",
    operations: [
      {
        name: "Emit an event",
        query: "mutation Emit($input: EmitEventsInput!) {\n  emitEvents(input: $input) {\n    events { id type status }\n    duplicates\n  }\n}\n",
        variables: {
          input: {
            connectionId: "<connectionId>",
            events: [{ type: "github.issues.opened", subject: "octo/hello", key: "delivery-1", payload: { action: "opened", issue: { number: 1 } } }],
          },
        },
      },
      {
        name: "Calls to complete",
        query:
          "query Calls($connectionId: ID!) {\n  calls(connectionId: $connectionId, pending: true) {\n    nodes { id operation input requestedAt application { name } }\n  }\n}\n",
        variables: { connectionId: "<connectionId>" },
      },
    ],
  },
  {
    name: "Applications",
    operations: [
      {
        name: "Register a consumer",
        query:
          "mutation Register($input: RegisterIntegrationEventConsumerInput!) {\n  registerIntegrationEventConsumer(input: $input) {\n    consumer { id endpoint interests }\n    signingSecret\n  }\n}\n",
        variables: { input: { endpoint: "<receiverUrl>", interests: ["github.*"] } },
      },
      {
        name: "Request a call",
        query: "mutation Request($input: RequestCallInput!) {\n  requestCall(input: $input) {\n    call { id operation requestedAt }\n  }\n}\n",
        variables: { input: { connectionId: "<connectionId>", operation: "issues.create", input: { title: "Hello" } } },
      },
    ],
  },
  {
    name: "Pull clients",
    operations: [
      {
        name: "Pull what waits",
        query:
          "query Pull($connectionId: ID!) {\n  pullIntegrationDeliveries(connectionId: $connectionId) {\n    deliveries { id type entityId payload }\n    nextCursor\n    hasMore\n  }\n}\n",
        variables: { connectionId: "<pullConnectionId>" },
      },
      {
        name: "Advance the cursor",
        query:
          "mutation Advance($input: PutIntegrationSyncCursorInput!) {\n  putIntegrationSyncCursor(input: $input) {\n    delivered\n    syncCursor { pending advancedAt }\n  }\n}\n",
        variables: { input: { connectionId: "<pullConnectionId>", cursor: "the nextCursor of what was pulled" } },
      },
    ],
  },
  {
    name: "Services",
    operations: [
      {
        name: "Record a change",
        query:
          "mutation Record($input: RecordChangesInput!) {\n  recordChanges(input: $input) {\n    changeIds\n    duplicates\n    deliveries\n    skipped\n  }\n}\n",
        variables: {
          input: {
            tenantId: "<tenantId>",
            changes: [
              {
                key: "change-1",
                type: "crm.contact.updated",
                entityId: "contact-1",
                before: { id: "contact-1", email: "ada@example.com" },
                after: { id: "contact-1", email: "ada@example.org" },
              },
            ],
          },
        },
      },
    ],
  },
  {
    name: "Staff",
    operations: [
      {
        name: "Events that nobody wanted",
        query:
          "query Unclaimed {\n  unclaimedEvents(first: 20) {\n    nodes { id type receivedAt tenant { name } }\n    pageInfo { hasNextPage endCursor }\n  }\n}\n",
      },
      {
        name: "Register an application",
        query:
          "mutation RegisterApplication($input: RegisterApplicationInput!) {\n  registerApplication(input: $input) {\n    application { id key name }\n  }\n}\n",
        variables: { input: { key: "billing", name: "Billing" } },
      },
    ],
  },
];

/** Puts ids in for their names, where they are known. */
export function fill(value: unknown, ids: Record<string, string>): unknown {
  if (typeof value === "string") return value.replace(/^<(\w+)>$/, (whole, name: string) => ids[name] ?? whole);
  if (Array.isArray(value)) return value.map((v) => fill(v, ids));
  if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, fill(v, ids)]));
  return value;
}

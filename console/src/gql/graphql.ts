/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { JsonText } from '../api/json';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Where an attempt stands, to route an event or to push a delivery. */
export type AttemptState =
  /** Its claim ran past the deadline. The next number follows at once; it counts as no failure. */
  | 'ABANDONED'
  /** A worker has it and is at it. */
  | 'CLAIMED'
  /** It is over, and what came of it is on record. */
  | 'SETTLED';

/** A credential of HTTP's basic scheme. */
export type BasicCredentialInput = {
  /** Password of that user: at most 4,000 characters. */
  password: string;
  /** Name of the user at the destination: at most 1,000 characters. */
  username: string;
};

/** An account to connect. */
export type ConnectAccountInput = {
  /** The account's identity at the provider: 1 to 200 characters, no control character. */
  account: string;
  /** Id of the installation, with the prefix `ins_`. */
  installationId: string;
  /** Name for people: 1 to 200 characters. */
  name?: string | null | undefined;
};

/** What one consumer made of one routing attempt. */
export type ConsumerOutcomeKind =
  /** A 2xx that says `handled`, or one with a blank body. */
  | 'HANDLED'
  /** A 2xx that says `ignored`. */
  | 'IGNORED'
  /** A 2xx that says `retry`, and asks for another attempt. */
  | 'RETRY'
  /**
   * No answer in time (10 seconds unless set otherwise), a status other than 2xx, a redirect, or a 2xx
   * whose body is no outcome or is over 64 KiB. It asks for another attempt too.
   */
  | 'UNREACHABLE';

/** A subscription to make. */
export type CreateIntegrationSubscriptionInput = {
  /** Id of an account of that installation, with the prefix `con_`. */
  connectionId: string;
  /**
   * Where to push: an absolute https URL of at most 2,048 characters, without credentials and fragment.
   * Loopback, private, link-local, multicast and metadata addresses are refused, and so is http, but
   * for those in `BACKBEAT_ALLOW_CIDRS`. PUSH needs one, PULL takes none.
   */
  destinationUrl?: string | null | undefined;
  /** Name of a CHANGE type that the release declares and the tenant accepted. */
  eventType: string;
  /** Which changes to take; all where it is left out or null. */
  filter?: JsonText | null | undefined;
  /** Id of an enabled installation, with the prefix `ins_`. */
  installationId: string;
  /** How deliveries are to reach the integration. */
  mode: DeliveryMode;
};

/** How a subscription's deliveries reach the integration. */
export type DeliveryMode =
  /** They wait in the account's feed until its pull client advances its cursor. */
  | 'PULL'
  /** Each is posted to the subscription's destination. */
  | 'PUSH';

/** Where a delivery stands. */
export type DeliveryStatus =
  /**
   * It waited when its subscription, account or installation was removed. Settled; it counts towards
   * no row of dead deliveries.
   */
  | 'CANCELLED'
  /** Six settled attempts failed, or twelve numbers were used up. Settled, until an operator restarts it. */
  | 'DEAD'
  /** The destination acknowledged it, or the pull client's cursor passed it. Settled. */
  | 'DELIVERED'
  /** It waits for its first attempt, or in the feed. */
  | 'PENDING'
  /** An attempt failed or was abandoned, and another follows. */
  | 'RETRYING'
  /** The filter was false or unknown when the change was recorded. Settled, with no attempt. */
  | 'SKIPPED_FILTER'
  /** The installation was suspended when the change was recorded. Settled, with no attempt. */
  | 'SKIPPED_SUSPENDED';

/** A field for an event type to declare. */
export type EventFieldInput = {
  /** What the field means, for people: at most 2,000 characters. */
  description?: string | null | undefined;
  /**
   * Name of the column in the rows of a change, in 1 to 200 characters. A CHANGE type can't declare
   * system and actor columns: `id`, `tenant_id`, `version`, `row_version`, and `created_`, `updated_`,
   * `modified_`, `deleted_`, `archived_` followed by `at`, `on`, `by`, `by_id` or `by_name`.
   */
  name: string;
  /** What its values are. */
  type: FieldType;
};

/** Where the routing of an event stands (STATE-PFM-INT-010). */
export type EventStatus =
  /** Six settled attempts failed, or twelve numbers were used up. Settled. */
  | 'DEAD'
  /** Every matching consumer answered handled or ignored. Settled. */
  | 'DELIVERED'
  /** Declared, and never written. */
  | 'FAILED'
  /**
   * No consumer matched when an attempt was claimed. Settled: a consumer that registers later brings
   * nothing back.
   */
  | 'NO_CONSUMER'
  /** The first routing attempt has not been settled yet. */
  | 'PENDING'
  /** A consumer wants another attempt or could not be reached, or an attempt was abandoned. */
  | 'RETRYING';

/** Who makes events of a type. */
export type EventTypeKind =
  /** The platform's services: a change of its own data, which integrations subscribe to. */
  | 'CHANGE'
  /**
   * Backbeat, when an adapter completes a call: `INTEGRATION_KEY.calls.OPERATION.completed`, for the
   * application that requested it alone. Such a type needs no entry in the catalog.
   */
  | 'COMPLETION'
  /** An adapter: something that happened at its provider, which applications consume. */
  | 'PRODUCED';

/** At which step a request failed. Every class uses an attempt and follows the same schedule. */
export type FailureClass =
  /** The address is one that may not be called. */
  | 'BLOCKED_ADDRESS'
  /** The connection was refused, or reset before an answer. */
  | 'CONNECT'
  /** No credential lease could be had, or the token URL failed, whatever the cause. */
  | 'CREDENTIAL'
  /** The host name gave no address. */
  | 'DNS'
  /** The answer was not a 2xx; a redirect is none either. */
  | 'HTTP_STATUS'
  /** Anything else, such as an answer that is not HTTP. */
  | 'OTHER'
  /** Not done in its time, 10 seconds unless set otherwise. */
  | 'TIMEOUT'
  /** No TLS handshake, or a certificate that does not hold. */
  | 'TLS';

/**
 * Type of a declared field, which says how filters compare it. A value of another type makes a
 * comparison unknown.
 */
export type FieldType =
  /** True or false. */
  | 'BOOLEAN'
  /** Calendar date, `YYYY-MM-DD` in a JSON string. */
  | 'DATE'
  /** Instant, RFC 3339 with a zone in a JSON string; compared as an instant. */
  | 'DATETIME'
  /** Number, compared as a decimal with every digit. */
  | 'NUMBER'
  /** JSON object; a filter asks no more than whether it is null or has changed. */
  | 'OBJECT'
  /** Text, compared by code point and case. */
  | 'STRING'
  /** List of texts; a filter asks what it contains. */
  | 'STRING_LIST';

/** An integration for a tenant to adopt. */
export type InstallIntegrationInput = {
  /** Names of CHANGE types that the current release declares: 1,000 at most, none twice. */
  acceptedEventTypes: Array<string>;
  /** Key of an integration that has a release. */
  integrationKey: string;
  /** Id of the tenant, with the prefix `ten_`. */
  tenantId: string;
};

/** Whether an installation works. */
export type InstallationStatus =
  /** Changes are delivered, its adapter may emit, and calls may be requested. */
  | 'ENABLED'
  /** Nothing is delivered, emitted or requested until it is resumed; its subscriptions stay as they are. */
  | 'SUSPENDED';

/** Which deliveries to list. All that is given must hold. */
export type IntegrationDeliveryFilter = {
  /** Only deliveries for this account, with the prefix `con_`. */
  connectionId?: string | null | undefined;
  /** Only deliveries for this row, by its exact identity. */
  entityId?: string | null | undefined;
  /** Only deliveries with `createdAt` at this instant or later. */
  since?: string | null | undefined;
  /** Only deliveries in one of these statuses. */
  statuses?: Array<DeliveryStatus> | null | undefined;
  /** Only deliveries of one of these types, by exact name. */
  types?: Array<string> | null | undefined;
  /** Only deliveries with `createdAt` before this instant. */
  until?: string | null | undefined;
};

/** Which events to list. All that is given must hold. */
export type IntegrationEventFilter = {
  /** Only events of this account, with the prefix `con_`. */
  connectionId?: string | null | undefined;
  /** Only events with `receivedAt` at this instant or later. */
  since?: string | null | undefined;
  /** Only events in one of these statuses. */
  statuses?: Array<EventStatus> | null | undefined;
  /** Only events of one of these types, by exact name. */
  types?: Array<string> | null | undefined;
  /** Only events with `receivedAt` before this instant. */
  until?: string | null | undefined;
};

/** Which subscriptions to list. All that is given must hold. */
export type IntegrationSubscriptionFilter = {
  /** Only subscriptions of this account, with the prefix `con_`. */
  connectionId?: string | null | undefined;
  /** Only subscriptions to one of these types, by exact name. */
  eventTypes?: Array<string> | null | undefined;
  /** Only subscriptions of this installation, with the prefix `ins_`. */
  installationId?: string | null | undefined;
  /** Only subscriptions in one of these statuses. */
  statuses?: Array<SubscriptionStatus> | null | undefined;
};

/** An OAuth client that takes access tokens by its own credentials (the grant `client_credentials`). */
export type OAuthCredentialInput = {
  /** Id of the client at the token URL: 1 to 1,000 characters. */
  clientId: string;
  /** Secret of that client: 1 to 4,000 characters. */
  clientSecret: string;
  /** At most 100 scopes to ask for, of 1 to 200 characters each; none where it is left out. */
  scopes?: Array<string> | null | undefined;
  /**
   * Where access tokens are had: an absolute https URL of at most 2,048 characters, without
   * credentials and fragment. Loopback, private, link-local, multicast and metadata addresses are
   * refused, and so is http, but for those in `BACKBEAT_ALLOW_CIDRS`.
   */
  tokenUrl: string;
};

/** What paused a subscription. The first reason stays until it is resumed. */
export type PauseReason =
  /** Its type was no longer accepted, or no longer declared by the release. */
  | 'ACCEPTANCE_WITHDRAWN'
  /** An administrator did. */
  | 'ADMINISTRATOR'
  /** Fifty deliveries in a row ended DEAD. */
  | 'CONSECUTIVE_DEAD';

/** What a person may do in its tenant. */
export type Permission =
  /** Reading, and the administrators' mutations; `platform.integrations.manage` in tokens and claims. */
  | 'INTEGRATIONS_MANAGE'
  /** Reading everything of the tenant's but feeds; `platform.integrations.read` in tokens and claims. */
  | 'INTEGRATIONS_READ'
  /**
   * Reading, and retrying, replaying and cancelling; `platform.integration-executions.operate` in
   * tokens and claims.
   */
  | 'INTEGRATION_EXECUTIONS_OPERATE';

/** What a caller is. A token has exactly one kind. */
export type PrincipalKind =
  /** The adapter of one integration, for its accounts in any tenant. */
  | 'ADAPTER'
  /** The deploy or the run-time of one application. */
  | 'APPLICATION'
  /** The pull client of one account. */
  | 'INTEGRATION'
  /** A service of the platform that records its changes. */
  | 'SERVICE'
  /** Staff, across tenants. */
  | 'STAFF'
  /** A person of one tenant, with permissions there. */
  | 'USER';

/** A release to publish. */
export type PublishReleaseInput = {
  /** Names of CHANGE types in the catalog that it may subscribe to: 1,000 at most, none twice. */
  declares: Array<string>;
  /** Key of the integration: 1 to 200 lower-case letters, digits, `-` and `_`. A new one adds an integration. */
  integrationKey: string;
  /** The integration's name for people from now on: 1 to 200 characters. */
  name: string;
  /** Names of PRODUCED types in the catalog that the adapter may emit: 1,000 at most, none twice. */
  produces: Array<string>;
  /** The version: 1 to 200 characters, not published yet. */
  version: string;
};

/** A credential for an account: exactly one of `bearerToken`, `basic` and `oauth`. */
export type PutCredentialInput = {
  /** Name and password to send, after `Basic`. */
  basic?: BasicCredentialInput | null | undefined;
  /** Token to send as it is, after `Bearer`: 1 to 8,000 printable ASCII characters, no space. */
  bearerToken?: string | null | undefined;
  /** Id of the account, with the prefix `con_`. */
  connectionId: string;
  /** OAuth client whose access tokens are sent, after `Bearer`. */
  oauth?: OAuthCredentialInput | null | undefined;
};

/** An application to add. */
export type RegisterApplicationInput = {
  /** Name for programs: 1 to 200 lower-case letters, digits, `-` and `_`. */
  key: string;
  /** Name for people: 1 to 200 characters. */
  name: string;
};

/** An event type for the catalog, whole: what is left out is taken away. */
export type RegisterEventTypeInput = {
  /** Whether deliveries are to carry the names of the fields that differ. */
  carriesChangedFields: boolean;
  /** Whether deliveries are to carry the values before the change. */
  carriesPriorValues: boolean;
  /** What the type means, for people: at most 2,000 characters. */
  description?: string | null | undefined;
  /** Fields to declare: 500 at most, no name twice. */
  fields: Array<EventFieldInput>;
  /** CHANGE or PRODUCED; a COMPLETION needs no entry and is refused. */
  kind: EventTypeKind;
  /** Segments of letters, digits, `_` and `-` with dots between; 1 to 200 characters. */
  name: string;
};

/** A tenant to add. */
export type RegisterTenantInput = {
  /** From 1 to 100 e-mail addresses, none twice; each gets every notice once. */
  administratorEmails: Array<string>;
  /** What the tenant is called: 1 to 200 characters, no control character. */
  name: string;
};

/** A window of changes to replay. */
export type ReplayIntegrationSubscriptionInput = {
  /** Begin of the window, itself within it, over the time a change was recorded. */
  from: string;
  /** Id of the subscription, with the prefix `sub_`. */
  id: string;
  /** End of the window, itself outside of it. */
  to: string;
};

/** Where a replay stands. */
export type ReplayStatus =
  /** An operator stopped it. */
  | 'CANCELLED'
  /** It has made all its deliveries. */
  | 'COMPLETED'
  /** It has not begun. */
  | 'QUEUED'
  /** It makes deliveries, or waits for its subscription to be resumed. */
  | 'RUNNING';

/** Dead deliveries to restart. */
export type RetryIntegrationDeliveriesInput = {
  /** Only deliveries with `createdAt` at this instant or later. */
  since: string;
  /** Id of the subscription, with the prefix `sub_`. */
  subscriptionId: string;
  /** Only deliveries with `createdAt` before this instant. */
  until: string;
};

/** Whose signing secret to rotate. */
export type RotateSigningSecretInput = {
  /**
   * Id of the account, with the prefix `con_`. Applications leave it out, which means their own
   * consumer; administrators and staff must give it.
   */
  connectionId?: string | null | undefined;
};

/** Types for an installation to accept. */
export type SetAcceptedEventTypesInput = {
  /**
   * Names of all the CHANGE types accepted from now on, each declared by its release: 1,000 at most,
   * none twice.
   */
  eventTypes: Array<string>;
  /** Id of the installation, with the prefix `ins_`. */
  installationId: string;
};

/** Whether a subscription takes changes. */
export type SubscriptionStatus =
  /** It takes changes. While its installation is suspended it stays ACTIVE. */
  | 'ACTIVE'
  /** It takes none, and its deliveries that wait are held. */
  | 'PAUSED';

/** An address to send a sample to. */
export type TestIntegrationDestinationInput = {
  /** Id of the account, with the prefix `con_`, whose secret and credential to send with. */
  connectionId: string;
  /** Where to send it, within the limits of a new subscription's. */
  destinationUrl: string;
  /** Name of the CHANGE type whose sample to send, in 1 to 200 characters. */
  eventType: string;
};

/** A record of who did what. Each entry is in both trails, and is never changed. */
export type Trail =
  /** For those who look after integrations. */
  | 'INTEGRATION'
  /** For those who look after security. */
  | 'SECURITY';

/** What to change of a subscription. A field that is left out stays as it is, which null does not mean. */
export type UpdateIntegrationSubscriptionInput = {
  /** Where to push from now on, within the limits of a new one; not for PULL. */
  destinationUrl?: string | null | undefined;
  /** Which changes to take from now on; null takes all. */
  filter?: JsonText | null | undefined;
  /** Id of the subscription, with the prefix `sub_`. */
  id: string;
  /** The `version` that the edit was made from; where it is left out, no edit in between is noticed. */
  version?: number | null | undefined;
};

/** An installation to move to its integration's current release. */
export type UpgradeInstallationInput = {
  /**
   * Names of all the CHANGE types accepted from then on, each declared by that release: 1,000 at most,
   * none twice.
   */
  acceptedEventTypes: Array<string>;
  /** Id of the installation, with the prefix `ins_`. */
  installationId: string;
};

/** What a filter says of one change. Only TRUE delivers. */
export type Verdict =
  /** The change would be SKIPPED_FILTER. */
  | 'FALSE'
  /** The change would be delivered. */
  | 'TRUE'
  /** A value is absent, null or of another type; the change would be SKIPPED_FILTER. */
  | 'UNKNOWN';

export type ApplicationsQueryVariables = Exact<{ [key: string]: never; }>;


export type ApplicationsQuery = { __typename: 'Query', applications: Array<{ __typename: 'Application', id: string, key: string, name: string, consumer: { __typename: 'IntegrationEventConsumer', id: string, endpoint: string, interests: Array<string>, registeredAt: string } | null }> };

export type RegisterApplicationMutationVariables = Exact<{
  input: RegisterApplicationInput;
}>;


export type RegisterApplicationMutation = { __typename: 'Mutation', registerApplication: { __typename: 'ApplicationPayload', application: { __typename: 'Application', id: string, key: string, name: string } } };

export type CatalogQueryVariables = Exact<{
  kind?: EventTypeKind | null | undefined;
}>;


export type CatalogQuery = { __typename: 'Query', eventTypes: Array<{ __typename: 'EventType', name: string, kind: EventTypeKind, description: string | null, carriesPriorValues: boolean, carriesChangedFields: boolean, fields: Array<{ __typename: 'EventField', name: string, type: FieldType, description: string | null }> }> };

export type RegisterEventTypeMutationVariables = Exact<{
  input: RegisterEventTypeInput;
}>;


export type RegisterEventTypeMutation = { __typename: 'Mutation', registerEventType: { __typename: 'RegisterEventTypePayload', eventType: { __typename: 'EventType', name: string, kind: EventTypeKind, description: string | null, carriesPriorValues: boolean, carriesChangedFields: boolean, fields: Array<{ __typename: 'EventField', name: string, type: FieldType, description: string | null }> } } };

export type EventTypeNamesQueryVariables = Exact<{
  kind?: EventTypeKind | null | undefined;
}>;


export type EventTypeNamesQuery = { __typename: 'Query', eventTypes: Array<{ __typename: 'EventType', name: string, kind: EventTypeKind, description: string | null }> };

export type AccountsQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountsQuery = { __typename: 'Query', installations: Array<{ __typename: 'Installation', id: string, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, name: string }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> }> };

export type DeliveriesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: IntegrationDeliveryFilter | null | undefined;
}>;


export type DeliveriesQuery = { __typename: 'Query', integrationDeliveries: { __typename: 'IntegrationDeliveryConnection', nodes: Array<{ __typename: 'IntegrationDelivery', id: string, type: string, entityId: string, status: DeliveryStatus, attempt: number, nextAttemptAt: string | null, createdAt: string, settledAt: string | null, subscription: { __typename: 'IntegrationSubscription', id: string, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } }, replay: { __typename: 'Replay', id: string } | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type DeliveryRowFragment = { __typename: 'IntegrationDelivery', id: string, type: string, entityId: string, status: DeliveryStatus, attempt: number, nextAttemptAt: string | null, createdAt: string, settledAt: string | null, replay: { __typename: 'Replay', id: string } | null };

export type PageFragment = { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null };

export type DeliveryQueryVariables = Exact<{
  id: string;
}>;


export type DeliveryQuery = { __typename: 'Query', integrationDelivery: { __typename: 'IntegrationDelivery', changeId: string, payload: JsonText, id: string, type: string, entityId: string, status: DeliveryStatus, attempt: number, nextAttemptAt: string | null, createdAt: string, settledAt: string | null, subscription: { __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus, pauseReason: PauseReason | null, mode: DeliveryMode, destinationUrl: string | null, deletedAt: string | null, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null }, installation: { __typename: 'Installation', id: string, status: InstallationStatus } }, attempts: Array<{ __typename: 'DeliveryAttempt', run: number, number: number, state: AttemptState, startedAt: string, durationMs: number | null, acknowledged: boolean | null, failure: FailureClass | null, httpStatus: number | null, responseExcerpt: string | null, leaseId: string | null }>, replay: { __typename: 'Replay', id: string } | null } | null };

export type AttemptFragment = { __typename: 'DeliveryAttempt', run: number, number: number, state: AttemptState, startedAt: string, durationMs: number | null, acknowledged: boolean | null, failure: FailureClass | null, httpStatus: number | null, responseExcerpt: string | null, leaseId: string | null };

export type RetryDeliveryMutationVariables = Exact<{
  id: string;
}>;


export type RetryDeliveryMutation = { __typename: 'Mutation', retryIntegrationDelivery: { __typename: 'RetryIntegrationDeliveryPayload', delivery: { __typename: 'IntegrationDelivery', id: string, status: DeliveryStatus, attempt: number, nextAttemptAt: string | null, settledAt: string | null } } };

export type DeliveryUpdatedSubscriptionVariables = Exact<{
  subscriptionId?: string | null | undefined;
}>;


export type DeliveryUpdatedSubscription = { integrationDeliveryUpdated: { __typename: 'IntegrationDelivery', id: string, type: string, entityId: string, status: DeliveryStatus, attempt: number, nextAttemptAt: string | null, createdAt: string, settledAt: string | null, subscription: { __typename: 'IntegrationSubscription', id: string, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } }, replay: { __typename: 'Replay', id: string } | null } };

export type EventsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: IntegrationEventFilter | null | undefined;
}>;


export type EventsQuery = { __typename: 'Query', integrationEvents: { __typename: 'IntegrationEventConnection', nodes: Array<{ __typename: 'IntegrationEvent', id: string, type: string, kind: EventTypeKind, subject: string | null, status: EventStatus, attempt: number, nextAttemptAt: string | null, receivedAt: string, settledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type UnclaimedEventsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type UnclaimedEventsQuery = { __typename: 'Query', unclaimedEvents: { __typename: 'IntegrationEventConnection', nodes: Array<{ __typename: 'IntegrationEvent', id: string, type: string, kind: EventTypeKind, subject: string | null, status: EventStatus, attempt: number, nextAttemptAt: string | null, receivedAt: string, settledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type DeadEventsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type DeadEventsQuery = { __typename: 'Query', deadEvents: { __typename: 'IntegrationEventConnection', nodes: Array<{ __typename: 'IntegrationEvent', id: string, type: string, kind: EventTypeKind, subject: string | null, status: EventStatus, attempt: number, nextAttemptAt: string | null, receivedAt: string, settledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type EventRowFragment = { __typename: 'IntegrationEvent', id: string, type: string, kind: EventTypeKind, subject: string | null, status: EventStatus, attempt: number, nextAttemptAt: string | null, receivedAt: string, settledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } };

export type EventQueryVariables = Exact<{
  id: string;
}>;


export type EventQuery = { __typename: 'Query', integrationEvent: { __typename: 'IntegrationEvent', occurredAt: string, payload: JsonText, id: string, type: string, kind: EventTypeKind, subject: string | null, status: EventStatus, attempt: number, nextAttemptAt: string | null, receivedAt: string, settledAt: string | null, initiatingApplication: { __typename: 'Application', id: string, key: string, name: string } | null, handledBy: Array<{ __typename: 'Application', id: string, key: string, name: string }>, routingAttempts: Array<{ __typename: 'RoutingAttempt', number: number, state: AttemptState, claimedAt: string, settledAt: string | null, outcomes: Array<{ __typename: 'ConsumerOutcome', outcome: ConsumerOutcomeKind, detail: string | null, httpStatus: number | null, durationMs: number, application: { __typename: 'Application', id: string, key: string, name: string } }> }>, tenant: { __typename: 'Tenant', id: string, name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } } | null };

export type EventUpdatedSubscriptionVariables = Exact<{
  connectionId?: string | null | undefined;
}>;


export type EventUpdatedSubscription = { integrationEventUpdated: { __typename: 'IntegrationEvent', id: string, type: string, kind: EventTypeKind, subject: string | null, status: EventStatus, attempt: number, nextAttemptAt: string | null, receivedAt: string, settledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } } };

export type InstallationsQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallationsQuery = { __typename: 'Query', installations: Array<{ __typename: 'Installation', id: string, status: InstallationStatus, acceptedEventTypes: Array<string>, uninstalledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string } | null }, release: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> }> };

export type InstallationCardFragment = { __typename: 'Installation', id: string, status: InstallationStatus, acceptedEventTypes: Array<string>, uninstalledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string } | null }, release: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> };

export type InstallationQueryVariables = Exact<{
  id: string;
}>;


export type InstallationQuery = { __typename: 'Query', node:
    | { __typename: 'Application', id: string }
    | { __typename: 'Call', id: string }
    | { __typename: 'ConnectedAccount', id: string }
    | { __typename: 'HistoryEntry', id: string }
    | { __typename: 'Installation', id: string, status: InstallationStatus, acceptedEventTypes: Array<string>, uninstalledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string } | null }, release: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> }
    | { __typename: 'Integration', id: string }
    | { __typename: 'IntegrationDelivery', id: string }
    | { __typename: 'IntegrationEvent', id: string }
    | { __typename: 'IntegrationEventConsumer', id: string }
    | { __typename: 'IntegrationSubscription', id: string }
    | { __typename: 'Notification', id: string }
    | { __typename: 'Release', id: string }
    | { __typename: 'Replay', id: string }
    | { __typename: 'Tenant', id: string }
   | null };

export type InstallationSubscriptionsQueryVariables = Exact<{
  id: string;
  types?: Array<string> | string | null | undefined;
}>;


export type InstallationSubscriptionsQuery = { __typename: 'Query', integrationSubscriptions: { __typename: 'IntegrationSubscriptionConnection', nodes: Array<{ __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } };

export type ChangedFragment = { __typename: 'InstallationPayload', installation: { __typename: 'Installation', id: string, status: InstallationStatus, acceptedEventTypes: Array<string>, uninstalledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string } | null }, release: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> }, paused: Array<{ __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus }> };

export type SetAcceptedEventTypesMutationVariables = Exact<{
  input: SetAcceptedEventTypesInput;
}>;


export type SetAcceptedEventTypesMutation = { __typename: 'Mutation', setAcceptedEventTypes: { __typename: 'InstallationPayload', installation: { __typename: 'Installation', id: string, status: InstallationStatus, acceptedEventTypes: Array<string>, uninstalledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string } | null }, release: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> }, paused: Array<{ __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus }> } };

export type UpgradeInstallationMutationVariables = Exact<{
  input: UpgradeInstallationInput;
}>;


export type UpgradeInstallationMutation = { __typename: 'Mutation', upgradeInstallation: { __typename: 'InstallationPayload', installation: { __typename: 'Installation', id: string, status: InstallationStatus, acceptedEventTypes: Array<string>, uninstalledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string } | null }, release: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> }, paused: Array<{ __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus }> } };

export type SuspendInstallationMutationVariables = Exact<{
  id: string;
}>;


export type SuspendInstallationMutation = { __typename: 'Mutation', suspendInstallation: { __typename: 'InstallationPayload', installation: { __typename: 'Installation', id: string, status: InstallationStatus, acceptedEventTypes: Array<string>, uninstalledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string } | null }, release: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> }, paused: Array<{ __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus }> } };

export type ResumeInstallationMutationVariables = Exact<{
  id: string;
}>;


export type ResumeInstallationMutation = { __typename: 'Mutation', resumeInstallation: { __typename: 'InstallationPayload', installation: { __typename: 'Installation', id: string, status: InstallationStatus, acceptedEventTypes: Array<string>, uninstalledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string } | null }, release: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> }, paused: Array<{ __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus }> } };

export type UninstallMutationVariables = Exact<{
  id: string;
}>;


export type UninstallMutation = { __typename: 'Mutation', uninstallIntegration: { __typename: 'UninstallIntegrationPayload', uninstalledId: string } };

export type ConnectAccountMutationVariables = Exact<{
  input: ConnectAccountInput;
}>;


export type ConnectAccountMutation = { __typename: 'Mutation', connectAccount: { __typename: 'ConnectAccountPayload', signingSecret: string, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } } };

export type AccountQueryVariables = Exact<{
  id: string;
}>;


export type AccountQuery = { __typename: 'Query', node:
    | { __typename: 'Application', id: string }
    | { __typename: 'Call', id: string }
    | { __typename: 'ConnectedAccount', account: string, name: string | null, disconnectedAt: string | null, id: string, installation: { __typename: 'Installation', id: string, status: InstallationStatus, uninstalledAt: string | null, integration: { __typename: 'Integration', id: string, name: string }, tenant: { __typename: 'Tenant', id: string, name: string } } }
    | { __typename: 'HistoryEntry', id: string }
    | { __typename: 'Installation', id: string }
    | { __typename: 'Integration', id: string }
    | { __typename: 'IntegrationDelivery', id: string }
    | { __typename: 'IntegrationEvent', id: string }
    | { __typename: 'IntegrationEventConsumer', id: string }
    | { __typename: 'IntegrationSubscription', id: string }
    | { __typename: 'Notification', id: string }
    | { __typename: 'Release', id: string }
    | { __typename: 'Replay', id: string }
    | { __typename: 'Tenant', id: string }
   | null };

export type AccountSubscriptionsQueryVariables = Exact<{
  id: string;
}>;


export type AccountSubscriptionsQuery = { __typename: 'Query', integrationSubscriptions: { __typename: 'IntegrationSubscriptionConnection', nodes: Array<{ __typename: 'IntegrationSubscription', id: string, mode: DeliveryMode, destinationUrl: string | null, filter: JsonText | null, status: SubscriptionStatus, pauseReason: PauseReason | null, pausedAt: string | null, consecutiveDead: number, createdAt: string, deletedAt: string | null, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null }, installation: { __typename: 'Installation', id: string, status: InstallationStatus, integration: { __typename: 'Integration', id: string, name: string }, tenant: { __typename: 'Tenant', id: string, name: string } } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type CallsQueryVariables = Exact<{
  connectionId: string;
  pending?: boolean | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CallsQuery = { __typename: 'Query', calls: { __typename: 'CallConnection', nodes: Array<{ __typename: 'Call', id: string, operation: string, requestedAt: string, application: { __typename: 'Application', id: string, name: string }, completion: { __typename: 'IntegrationEvent', id: string, status: EventStatus, receivedAt: string } | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type DisconnectAccountMutationVariables = Exact<{
  id: string;
}>;


export type DisconnectAccountMutation = { __typename: 'Mutation', disconnectAccount: { __typename: 'DisconnectAccountPayload', disconnectedId: string } };

export type PutCredentialMutationVariables = Exact<{
  input: PutCredentialInput;
}>;


export type PutCredentialMutation = { __typename: 'Mutation', putCredential: { __typename: 'PutCredentialPayload', connection: { __typename: 'ConnectedAccount', id: string } } };

export type RotateSecretMutationVariables = Exact<{
  input: RotateSigningSecretInput;
}>;


export type RotateSecretMutation = { __typename: 'Mutation', rotateSigningSecret: { __typename: 'RotateSigningSecretPayload', signingSecret: string, previousValidUntil: string } };

export type NoticesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type NoticesQuery = { __typename: 'Query', notifications: { __typename: 'NotificationConnection', nodes: Array<{ __typename: 'Notification', id: string, at: string, kind: string, message: string, subjectId: string | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type OverviewQueryVariables = Exact<{
  since: string;
}>;


export type OverviewQuery = { __typename: 'Query', paused: { __typename: 'IntegrationSubscriptionConnection', nodes: Array<{ __typename: 'IntegrationSubscription', id: string, pauseReason: PauseReason | null, pausedAt: string | null, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } }, dead: { __typename: 'IntegrationDeliveryConnection', nodes: Array<{ __typename: 'IntegrationDelivery', id: string, type: string, entityId: string, status: DeliveryStatus, attempt: number, nextAttemptAt: string | null, createdAt: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } }, retrying: { __typename: 'IntegrationDeliveryConnection', nodes: Array<{ __typename: 'IntegrationDelivery', id: string, type: string, entityId: string, status: DeliveryStatus, attempt: number, nextAttemptAt: string | null, createdAt: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } }, deadEvents: { __typename: 'IntegrationEventConnection', nodes: Array<{ __typename: 'IntegrationEvent', id: string, type: string, subject: string | null, status: EventStatus, attempt: number, nextAttemptAt: string | null, receivedAt: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } }, retryingEvents: { __typename: 'IntegrationEventConnection', nodes: Array<{ __typename: 'IntegrationEvent', id: string, type: string, subject: string | null, status: EventStatus, attempt: number, nextAttemptAt: string | null, receivedAt: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } }, notifications: { __typename: 'NotificationConnection', nodes: Array<{ __typename: 'Notification', id: string, at: string, kind: string, subjectId: string | null }> } };

export type OverviewDeliveriesFragment = { __typename: 'IntegrationDeliveryConnection', nodes: Array<{ __typename: 'IntegrationDelivery', id: string, type: string, entityId: string, status: DeliveryStatus, attempt: number, nextAttemptAt: string | null, createdAt: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } };

export type OverviewEventsFragment = { __typename: 'IntegrationEventConnection', nodes: Array<{ __typename: 'IntegrationEvent', id: string, type: string, subject: string | null, status: EventStatus, attempt: number, nextAttemptAt: string | null, receivedAt: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } };

export type TenantsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type TenantsQuery = { __typename: 'Query', tenants: { __typename: 'TenantConnection', nodes: Array<{ __typename: 'Tenant', id: string, name: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type RegisterTenantMutationVariables = Exact<{
  input: RegisterTenantInput;
}>;


export type RegisterTenantMutation = { __typename: 'Mutation', registerTenant: { __typename: 'TenantPayload', tenant: { __typename: 'Tenant', id: string, name: string } } };

export type ReleasesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ReleasesQuery = { __typename: 'Query', releases: { __typename: 'ReleaseConnection', nodes: Array<{ __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string, integration: { __typename: 'Integration', id: string, name: string, currentRelease: { __typename: 'Release', id: string } | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type PublishableQueryVariables = Exact<{ [key: string]: never; }>;


export type PublishableQuery = { __typename: 'Query', integrations: Array<{ __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string> } | null }>, eventTypes: Array<{ __typename: 'EventType', name: string, kind: EventTypeKind }> };

export type PublishReleaseMutationVariables = Exact<{
  input: PublishReleaseInput;
}>;


export type PublishReleaseMutation = { __typename: 'Mutation', publishRelease: { __typename: 'PublishReleasePayload', release: { __typename: 'Release', id: string, version: string } } };

export type InstallableQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallableQuery = { __typename: 'Query', tenants: { __typename: 'TenantConnection', nodes: Array<{ __typename: 'Tenant', id: string, name: string }> }, integrations: Array<{ __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string> } | null }> };

export type InstallMutationVariables = Exact<{
  input: InstallIntegrationInput;
}>;


export type InstallMutation = { __typename: 'Mutation', installIntegration: { __typename: 'InstallationPayload', installation: { __typename: 'Installation', id: string, status: InstallationStatus, acceptedEventTypes: Array<string>, uninstalledAt: string | null, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, key: string, name: string, currentRelease: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string } | null }, release: { __typename: 'Release', id: string, version: string, declares: Array<string>, produces: Array<string>, publishedAt: string }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> } } };

export type SubscriptionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: IntegrationSubscriptionFilter | null | undefined;
}>;


export type SubscriptionsQuery = { __typename: 'Query', integrationSubscriptions: { __typename: 'IntegrationSubscriptionConnection', nodes: Array<{ __typename: 'IntegrationSubscription', id: string, mode: DeliveryMode, destinationUrl: string | null, filter: JsonText | null, status: SubscriptionStatus, pauseReason: PauseReason | null, pausedAt: string | null, consecutiveDead: number, createdAt: string, deletedAt: string | null, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null }, installation: { __typename: 'Installation', id: string, status: InstallationStatus, integration: { __typename: 'Integration', id: string, name: string }, tenant: { __typename: 'Tenant', id: string, name: string } } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type SubscriptionRowFragment = { __typename: 'IntegrationSubscription', id: string, mode: DeliveryMode, destinationUrl: string | null, filter: JsonText | null, status: SubscriptionStatus, pauseReason: PauseReason | null, pausedAt: string | null, consecutiveDead: number, createdAt: string, deletedAt: string | null, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null }, installation: { __typename: 'Installation', id: string, status: InstallationStatus, integration: { __typename: 'Integration', id: string, name: string }, tenant: { __typename: 'Tenant', id: string, name: string } } };

export type ShapeFragment = { __typename: 'EventType', name: string, kind: EventTypeKind, description: string | null, carriesPriorValues: boolean, carriesChangedFields: boolean, fields: Array<{ __typename: 'EventField', name: string, type: FieldType, description: string | null }> };

export type SubscriptionQueryVariables = Exact<{
  id: string;
}>;


export type SubscriptionQuery = { __typename: 'Query', integrationSubscription: { __typename: 'IntegrationSubscription', held: number, version: number, updatedAt: string, id: string, mode: DeliveryMode, destinationUrl: string | null, filter: JsonText | null, status: SubscriptionStatus, pauseReason: PauseReason | null, pausedAt: string | null, consecutiveDead: number, createdAt: string, deletedAt: string | null, replays: Array<{ __typename: 'Replay', id: string, status: ReplayStatus, from: string, to: string, changes: number, enqueued: number, requestedAt: string }>, eventType: { __typename: 'EventType', name: string, kind: EventTypeKind, description: string | null, carriesPriorValues: boolean, carriesChangedFields: boolean, fields: Array<{ __typename: 'EventField', name: string, type: FieldType, description: string | null }> }, installation: { __typename: 'Installation', id: string, acceptedEventTypes: Array<string>, status: InstallationStatus, release: { __typename: 'Release', id: string, version: string, declares: Array<string> }, integration: { __typename: 'Integration', id: string, name: string }, tenant: { __typename: 'Tenant', id: string, name: string } }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } } | null };

export type SubscriptionDeliveriesQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: IntegrationDeliveryFilter | null | undefined;
}>;


export type SubscriptionDeliveriesQuery = { __typename: 'Query', integrationSubscription: { __typename: 'IntegrationSubscription', id: string, deliveries: { __typename: 'IntegrationDeliveryConnection', nodes: Array<{ __typename: 'IntegrationDelivery', id: string, type: string, entityId: string, status: DeliveryStatus, attempt: number, nextAttemptAt: string | null, createdAt: string, settledAt: string | null, replay: { __typename: 'Replay', id: string } | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } | null };

export type SubscribableQueryVariables = Exact<{ [key: string]: never; }>;


export type SubscribableQuery = { __typename: 'Query', installations: Array<{ __typename: 'Installation', id: string, status: InstallationStatus, acceptedEventTypes: Array<string>, tenant: { __typename: 'Tenant', id: string, name: string }, integration: { __typename: 'Integration', id: string, name: string }, release: { __typename: 'Release', id: string, version: string, declares: Array<string> }, connections: Array<{ __typename: 'ConnectedAccount', id: string, account: string, name: string | null }> }>, eventTypes: Array<{ __typename: 'EventType', name: string, kind: EventTypeKind, description: string | null, carriesPriorValues: boolean, carriesChangedFields: boolean, fields: Array<{ __typename: 'EventField', name: string, type: FieldType, description: string | null }> }> };

export type PreviewFilterQueryVariables = Exact<{
  connectionId: string;
  eventType: string;
  filter: JsonText;
  last?: number | null | undefined;
}>;


export type PreviewFilterQuery = { __typename: 'Query', previewFilter: Array<{ __typename: 'FilterVerdict', changeId: string, entityId: string, occurredAt: string, verdict: Verdict, reason: string }> };

export type CreateSubscriptionMutationVariables = Exact<{
  input: CreateIntegrationSubscriptionInput;
}>;


export type CreateSubscriptionMutation = { __typename: 'Mutation', createIntegrationSubscription: { __typename: 'IntegrationSubscriptionPayload', subscription: { __typename: 'IntegrationSubscription', id: string, mode: DeliveryMode, destinationUrl: string | null, filter: JsonText | null, status: SubscriptionStatus, pauseReason: PauseReason | null, pausedAt: string | null, consecutiveDead: number, createdAt: string, deletedAt: string | null, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null }, installation: { __typename: 'Installation', id: string, status: InstallationStatus, integration: { __typename: 'Integration', id: string, name: string }, tenant: { __typename: 'Tenant', id: string, name: string } } } } };

export type UpdateSubscriptionMutationVariables = Exact<{
  input: UpdateIntegrationSubscriptionInput;
}>;


export type UpdateSubscriptionMutation = { __typename: 'Mutation', updateIntegrationSubscription: { __typename: 'IntegrationSubscriptionPayload', subscription: { __typename: 'IntegrationSubscription', version: number, updatedAt: string, id: string, mode: DeliveryMode, destinationUrl: string | null, filter: JsonText | null, status: SubscriptionStatus, pauseReason: PauseReason | null, pausedAt: string | null, consecutiveDead: number, createdAt: string, deletedAt: string | null, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null }, installation: { __typename: 'Installation', id: string, status: InstallationStatus, integration: { __typename: 'Integration', id: string, name: string }, tenant: { __typename: 'Tenant', id: string, name: string } } } } };

export type DeleteSubscriptionMutationVariables = Exact<{
  id: string;
}>;


export type DeleteSubscriptionMutation = { __typename: 'Mutation', deleteIntegrationSubscription: { __typename: 'DeleteIntegrationSubscriptionPayload', deletedId: string } };

export type PauseSubscriptionMutationVariables = Exact<{
  id: string;
}>;


export type PauseSubscriptionMutation = { __typename: 'Mutation', pauseIntegrationSubscription: { __typename: 'IntegrationSubscriptionPayload', subscription: { __typename: 'IntegrationSubscription', held: number, version: number, updatedAt: string, id: string, mode: DeliveryMode, destinationUrl: string | null, filter: JsonText | null, status: SubscriptionStatus, pauseReason: PauseReason | null, pausedAt: string | null, consecutiveDead: number, createdAt: string, deletedAt: string | null, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null }, installation: { __typename: 'Installation', id: string, status: InstallationStatus, integration: { __typename: 'Integration', id: string, name: string }, tenant: { __typename: 'Tenant', id: string, name: string } } } } };

export type ResumeSubscriptionMutationVariables = Exact<{
  id: string;
}>;


export type ResumeSubscriptionMutation = { __typename: 'Mutation', resumeIntegrationSubscription: { __typename: 'IntegrationSubscriptionPayload', subscription: { __typename: 'IntegrationSubscription', held: number, version: number, updatedAt: string, id: string, mode: DeliveryMode, destinationUrl: string | null, filter: JsonText | null, status: SubscriptionStatus, pauseReason: PauseReason | null, pausedAt: string | null, consecutiveDead: number, createdAt: string, deletedAt: string | null, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null }, installation: { __typename: 'Installation', id: string, status: InstallationStatus, integration: { __typename: 'Integration', id: string, name: string }, tenant: { __typename: 'Tenant', id: string, name: string } } } } };

export type TestSubscriptionMutationVariables = Exact<{
  id: string;
}>;


export type TestSubscriptionMutation = { __typename: 'Mutation', testIntegrationSubscription: { __typename: 'TestIntegrationSubscriptionPayload', attempt: { __typename: 'DeliveryAttempt', run: number, number: number, state: AttemptState, startedAt: string, durationMs: number | null, acknowledged: boolean | null, failure: FailureClass | null, httpStatus: number | null, responseExcerpt: string | null, leaseId: string | null } } };

export type ReplayEstimateQueryVariables = Exact<{
  subscriptionId: string;
  from: string;
  to: string;
}>;


export type ReplayEstimateQuery = { __typename: 'Query', replayEstimate: { __typename: 'ReplayEstimate', changes: number, matching: number, capped: boolean } };

export type StartReplayMutationVariables = Exact<{
  input: ReplayIntegrationSubscriptionInput;
}>;


export type StartReplayMutation = { __typename: 'Mutation', replayIntegrationSubscription: { __typename: 'ReplayIntegrationSubscriptionPayload', replay: { __typename: 'Replay', id: string, from: string, to: string, status: ReplayStatus, changes: number, enqueued: number, requestedAt: string, completedAt: string | null, subscription: { __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } } } } };

export type ReplayFragment = { __typename: 'Replay', id: string, from: string, to: string, status: ReplayStatus, changes: number, enqueued: number, requestedAt: string, completedAt: string | null, subscription: { __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } } };

export type ReplayQueryVariables = Exact<{
  id: string;
}>;


export type ReplayQuery = { __typename: 'Query', node:
    | { __typename: 'Application', id: string }
    | { __typename: 'Call', id: string }
    | { __typename: 'ConnectedAccount', id: string }
    | { __typename: 'HistoryEntry', id: string }
    | { __typename: 'Installation', id: string }
    | { __typename: 'Integration', id: string }
    | { __typename: 'IntegrationDelivery', id: string }
    | { __typename: 'IntegrationEvent', id: string }
    | { __typename: 'IntegrationEventConsumer', id: string }
    | { __typename: 'IntegrationSubscription', id: string }
    | { __typename: 'Notification', id: string }
    | { __typename: 'Release', id: string }
    | { __typename: 'Replay', id: string, from: string, to: string, status: ReplayStatus, changes: number, enqueued: number, requestedAt: string, completedAt: string | null, subscription: { __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } } }
    | { __typename: 'Tenant', id: string }
   | null };

export type CancelReplayMutationVariables = Exact<{
  id: string;
}>;


export type CancelReplayMutation = { __typename: 'Mutation', cancelReplay: { __typename: 'ReplayIntegrationSubscriptionPayload', replay: { __typename: 'Replay', id: string, from: string, to: string, status: ReplayStatus, changes: number, enqueued: number, requestedAt: string, completedAt: string | null, subscription: { __typename: 'IntegrationSubscription', id: string, status: SubscriptionStatus, eventType: { __typename: 'EventType', name: string }, connection: { __typename: 'ConnectedAccount', id: string, account: string, name: string | null } } } } };

export type DeadInWindowQueryVariables = Exact<{
  id: string;
  since: string;
  until: string;
}>;


export type DeadInWindowQuery = { __typename: 'Query', integrationSubscription: { __typename: 'IntegrationSubscription', id: string, deliveries: { __typename: 'IntegrationDeliveryConnection', nodes: Array<{ __typename: 'IntegrationDelivery', id: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } } | null };

export type RetryDeliveriesMutationVariables = Exact<{
  input: RetryIntegrationDeliveriesInput;
}>;


export type RetryDeliveriesMutation = { __typename: 'Mutation', retryIntegrationDeliveries: { __typename: 'RetryIntegrationDeliveriesPayload', restarted: number } };

export type TestDestinationMutationVariables = Exact<{
  input: TestIntegrationDestinationInput;
}>;


export type TestDestinationMutation = { __typename: 'Mutation', testIntegrationDestination: { __typename: 'TestIntegrationSubscriptionPayload', attempt: { __typename: 'DeliveryAttempt', run: number, number: number, state: AttemptState, startedAt: string, durationMs: number | null, acknowledged: boolean | null, failure: FailureClass | null, httpStatus: number | null, responseExcerpt: string | null, leaseId: string | null } } };

export type HistoryQueryVariables = Exact<{
  trail: Trail;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  subjectId?: string | null | undefined;
}>;


export type HistoryQuery = { __typename: 'Query', history: { __typename: 'HistoryConnection', nodes: Array<{ __typename: 'HistoryEntry', id: string, trail: Trail, at: string, actor: string, action: string, subjectId: string, before: JsonText | null, after: JsonText | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type HistoryEntryQueryVariables = Exact<{
  id: string;
}>;


export type HistoryEntryQuery = { __typename: 'Query', node:
    | { __typename: 'Application', id: string }
    | { __typename: 'Call', id: string }
    | { __typename: 'ConnectedAccount', id: string }
    | { __typename: 'HistoryEntry', trail: Trail, at: string, actor: string, action: string, subjectId: string, before: JsonText | null, after: JsonText | null, id: string }
    | { __typename: 'Installation', id: string }
    | { __typename: 'Integration', id: string }
    | { __typename: 'IntegrationDelivery', id: string }
    | { __typename: 'IntegrationEvent', id: string }
    | { __typename: 'IntegrationEventConsumer', id: string }
    | { __typename: 'IntegrationSubscription', id: string }
    | { __typename: 'Notification', id: string }
    | { __typename: 'Release', id: string }
    | { __typename: 'Replay', id: string }
    | { __typename: 'Tenant', id: string }
   | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', subject: string, kind: PrincipalKind, permissions: Array<Permission>, tenant: { __typename: 'Tenant', id: string, name: string } | null } };

export type HealthQueryVariables = Exact<{ [key: string]: never; }>;


export type HealthQuery = { __typename: 'Query', dispatcher: { __typename: 'DispatcherHealth', lastPassAt: string | null, silent: boolean, due: number, oldestDueSeconds: number, scheduled: number, inFlight: number } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const DeliveryRowFragmentDoc = new TypedDocumentString(`
    fragment DeliveryRow on IntegrationDelivery {
  __typename
  id
  type
  entityId
  status
  attempt
  nextAttemptAt
  createdAt
  settledAt
  replay {
    __typename
    id
  }
}
    `, {"fragmentName":"DeliveryRow"}) as unknown as TypedDocumentString<DeliveryRowFragment, unknown>;
export const PageFragmentDoc = new TypedDocumentString(`
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
    `, {"fragmentName":"Page"}) as unknown as TypedDocumentString<PageFragment, unknown>;
export const AttemptFragmentDoc = new TypedDocumentString(`
    fragment Attempt on DeliveryAttempt {
  __typename
  run
  number
  state
  startedAt
  durationMs
  acknowledged
  failure
  httpStatus
  responseExcerpt
  leaseId
}
    `, {"fragmentName":"Attempt"}) as unknown as TypedDocumentString<AttemptFragment, unknown>;
export const EventRowFragmentDoc = new TypedDocumentString(`
    fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}
    `, {"fragmentName":"EventRow"}) as unknown as TypedDocumentString<EventRowFragment, unknown>;
export const InstallationCardFragmentDoc = new TypedDocumentString(`
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}
    `, {"fragmentName":"InstallationCard"}) as unknown as TypedDocumentString<InstallationCardFragment, unknown>;
export const ChangedFragmentDoc = new TypedDocumentString(`
    fragment Changed on InstallationPayload {
  __typename
  installation {
    __typename
    ...InstallationCard
  }
  paused {
    __typename
    id
    status
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}`, {"fragmentName":"Changed"}) as unknown as TypedDocumentString<ChangedFragment, unknown>;
export const OverviewDeliveriesFragmentDoc = new TypedDocumentString(`
    fragment OverviewDeliveries on IntegrationDeliveryConnection {
  __typename
  nodes {
    __typename
    id
    type
    entityId
    status
    attempt
    nextAttemptAt
    createdAt
  }
  pageInfo {
    __typename
    hasNextPage
  }
}
    `, {"fragmentName":"OverviewDeliveries"}) as unknown as TypedDocumentString<OverviewDeliveriesFragment, unknown>;
export const OverviewEventsFragmentDoc = new TypedDocumentString(`
    fragment OverviewEvents on IntegrationEventConnection {
  __typename
  nodes {
    __typename
    id
    type
    subject
    status
    attempt
    nextAttemptAt
    receivedAt
  }
  pageInfo {
    __typename
    hasNextPage
  }
}
    `, {"fragmentName":"OverviewEvents"}) as unknown as TypedDocumentString<OverviewEventsFragment, unknown>;
export const SubscriptionRowFragmentDoc = new TypedDocumentString(`
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}
    `, {"fragmentName":"SubscriptionRow"}) as unknown as TypedDocumentString<SubscriptionRowFragment, unknown>;
export const ShapeFragmentDoc = new TypedDocumentString(`
    fragment Shape on EventType {
  __typename
  name
  kind
  description
  carriesPriorValues
  carriesChangedFields
  fields {
    __typename
    name
    type
    description
  }
}
    `, {"fragmentName":"Shape"}) as unknown as TypedDocumentString<ShapeFragment, unknown>;
export const ReplayFragmentDoc = new TypedDocumentString(`
    fragment Replay on Replay {
  __typename
  id
  from
  to
  status
  changes
  enqueued
  requestedAt
  completedAt
  subscription {
    __typename
    id
    status
    eventType {
      __typename
      name
    }
    connection {
      __typename
      id
      account
      name
    }
  }
}
    `, {"fragmentName":"Replay"}) as unknown as TypedDocumentString<ReplayFragment, unknown>;
export const ApplicationsDocument = new TypedDocumentString(`
    query Applications {
  __typename
  applications {
    __typename
    id
    key
    name
    consumer {
      __typename
      id
      endpoint
      interests
      registeredAt
    }
  }
}
    `) as unknown as TypedDocumentString<ApplicationsQuery, ApplicationsQueryVariables>;
export const RegisterApplicationDocument = new TypedDocumentString(`
    mutation RegisterApplication($input: RegisterApplicationInput!) {
  __typename
  registerApplication(input: $input) {
    __typename
    application {
      __typename
      id
      key
      name
    }
  }
}
    `) as unknown as TypedDocumentString<RegisterApplicationMutation, RegisterApplicationMutationVariables>;
export const CatalogDocument = new TypedDocumentString(`
    query Catalog($kind: EventTypeKind) {
  __typename
  eventTypes(kind: $kind) {
    __typename
    ...Shape
  }
}
    fragment Shape on EventType {
  __typename
  name
  kind
  description
  carriesPriorValues
  carriesChangedFields
  fields {
    __typename
    name
    type
    description
  }
}`) as unknown as TypedDocumentString<CatalogQuery, CatalogQueryVariables>;
export const RegisterEventTypeDocument = new TypedDocumentString(`
    mutation RegisterEventType($input: RegisterEventTypeInput!) {
  __typename
  registerEventType(input: $input) {
    __typename
    eventType {
      __typename
      ...Shape
    }
  }
}
    fragment Shape on EventType {
  __typename
  name
  kind
  description
  carriesPriorValues
  carriesChangedFields
  fields {
    __typename
    name
    type
    description
  }
}`) as unknown as TypedDocumentString<RegisterEventTypeMutation, RegisterEventTypeMutationVariables>;
export const EventTypeNamesDocument = new TypedDocumentString(`
    query EventTypeNames($kind: EventTypeKind) {
  __typename
  eventTypes(kind: $kind) {
    __typename
    name
    kind
    description
  }
}
    `) as unknown as TypedDocumentString<EventTypeNamesQuery, EventTypeNamesQueryVariables>;
export const AccountsDocument = new TypedDocumentString(`
    query Accounts {
  __typename
  installations {
    __typename
    id
    tenant {
      __typename
      id
      name
    }
    integration {
      __typename
      id
      name
    }
    connections {
      __typename
      id
      account
      name
    }
  }
}
    `) as unknown as TypedDocumentString<AccountsQuery, AccountsQueryVariables>;
export const DeliveriesDocument = new TypedDocumentString(`
    query Deliveries($first: Int, $after: String, $last: Int, $before: String, $filter: IntegrationDeliveryFilter) {
  __typename
  integrationDeliveries(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    __typename
    nodes {
      __typename
      ...DeliveryRow
      subscription {
        __typename
        id
        connection {
          __typename
          id
          account
          name
        }
      }
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment DeliveryRow on IntegrationDelivery {
  __typename
  id
  type
  entityId
  status
  attempt
  nextAttemptAt
  createdAt
  settledAt
  replay {
    __typename
    id
  }
}
fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<DeliveriesQuery, DeliveriesQueryVariables>;
export const DeliveryDocument = new TypedDocumentString(`
    query Delivery($id: ID!) {
  __typename
  integrationDelivery(id: $id) {
    __typename
    ...DeliveryRow
    changeId
    payload
    subscription {
      __typename
      id
      status
      pauseReason
      mode
      destinationUrl
      deletedAt
      eventType {
        __typename
        name
      }
      connection {
        __typename
        id
        account
        name
      }
      installation {
        __typename
        id
        status
      }
    }
    attempts {
      __typename
      ...Attempt
    }
  }
}
    fragment DeliveryRow on IntegrationDelivery {
  __typename
  id
  type
  entityId
  status
  attempt
  nextAttemptAt
  createdAt
  settledAt
  replay {
    __typename
    id
  }
}
fragment Attempt on DeliveryAttempt {
  __typename
  run
  number
  state
  startedAt
  durationMs
  acknowledged
  failure
  httpStatus
  responseExcerpt
  leaseId
}`) as unknown as TypedDocumentString<DeliveryQuery, DeliveryQueryVariables>;
export const RetryDeliveryDocument = new TypedDocumentString(`
    mutation RetryDelivery($id: ID!) {
  __typename
  retryIntegrationDelivery(id: $id) {
    __typename
    delivery {
      __typename
      id
      status
      attempt
      nextAttemptAt
      settledAt
    }
  }
}
    `) as unknown as TypedDocumentString<RetryDeliveryMutation, RetryDeliveryMutationVariables>;
export const DeliveryUpdatedDocument = new TypedDocumentString(`
    subscription DeliveryUpdated($subscriptionId: ID) {
  integrationDeliveryUpdated(subscriptionId: $subscriptionId) {
    __typename
    ...DeliveryRow
    subscription {
      __typename
      id
      connection {
        __typename
        id
        account
        name
      }
    }
  }
}
    fragment DeliveryRow on IntegrationDelivery {
  __typename
  id
  type
  entityId
  status
  attempt
  nextAttemptAt
  createdAt
  settledAt
  replay {
    __typename
    id
  }
}`) as unknown as TypedDocumentString<DeliveryUpdatedSubscription, DeliveryUpdatedSubscriptionVariables>;
export const EventsDocument = new TypedDocumentString(`
    query Events($first: Int, $after: String, $last: Int, $before: String, $filter: IntegrationEventFilter) {
  __typename
  integrationEvents(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    __typename
    nodes {
      __typename
      ...EventRow
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}`) as unknown as TypedDocumentString<EventsQuery, EventsQueryVariables>;
export const UnclaimedEventsDocument = new TypedDocumentString(`
    query UnclaimedEvents($first: Int, $after: String, $last: Int, $before: String) {
  __typename
  unclaimedEvents(first: $first, after: $after, last: $last, before: $before) {
    __typename
    nodes {
      __typename
      ...EventRow
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}`) as unknown as TypedDocumentString<UnclaimedEventsQuery, UnclaimedEventsQueryVariables>;
export const DeadEventsDocument = new TypedDocumentString(`
    query DeadEvents($first: Int, $after: String, $last: Int, $before: String) {
  __typename
  deadEvents(first: $first, after: $after, last: $last, before: $before) {
    __typename
    nodes {
      __typename
      ...EventRow
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}`) as unknown as TypedDocumentString<DeadEventsQuery, DeadEventsQueryVariables>;
export const EventDocument = new TypedDocumentString(`
    query Event($id: ID!) {
  __typename
  integrationEvent(id: $id) {
    __typename
    ...EventRow
    occurredAt
    payload
    initiatingApplication {
      __typename
      id
      key
      name
    }
    handledBy {
      __typename
      id
      key
      name
    }
    routingAttempts {
      __typename
      number
      state
      claimedAt
      settledAt
      outcomes {
        __typename
        application {
          __typename
          id
          key
          name
        }
        outcome
        detail
        httpStatus
        durationMs
      }
    }
  }
}
    fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}`) as unknown as TypedDocumentString<EventQuery, EventQueryVariables>;
export const EventUpdatedDocument = new TypedDocumentString(`
    subscription EventUpdated($connectionId: ID) {
  integrationEventUpdated(connectionId: $connectionId) {
    __typename
    ...EventRow
  }
}
    fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}`) as unknown as TypedDocumentString<EventUpdatedSubscription, EventUpdatedSubscriptionVariables>;
export const InstallationsDocument = new TypedDocumentString(`
    query Installations {
  __typename
  installations {
    __typename
    ...InstallationCard
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}`) as unknown as TypedDocumentString<InstallationsQuery, InstallationsQueryVariables>;
export const InstallationDocument = new TypedDocumentString(`
    query Installation($id: ID!) {
  __typename
  node(id: $id) {
    __typename
    id
    ...InstallationCard
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}`) as unknown as TypedDocumentString<InstallationQuery, InstallationQueryVariables>;
export const InstallationSubscriptionsDocument = new TypedDocumentString(`
    query InstallationSubscriptions($id: ID!, $types: [String!]) {
  __typename
  integrationSubscriptions(
    first: 100
    filter: {installationId: $id, eventTypes: $types, statuses: [ACTIVE]}
  ) {
    __typename
    nodes {
      __typename
      id
      status
      eventType {
        __typename
        name
      }
      connection {
        __typename
        id
        account
        name
      }
    }
    pageInfo {
      __typename
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<InstallationSubscriptionsQuery, InstallationSubscriptionsQueryVariables>;
export const SetAcceptedEventTypesDocument = new TypedDocumentString(`
    mutation SetAcceptedEventTypes($input: SetAcceptedEventTypesInput!) {
  __typename
  setAcceptedEventTypes(input: $input) {
    __typename
    ...Changed
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}
fragment Changed on InstallationPayload {
  __typename
  installation {
    __typename
    ...InstallationCard
  }
  paused {
    __typename
    id
    status
  }
}`) as unknown as TypedDocumentString<SetAcceptedEventTypesMutation, SetAcceptedEventTypesMutationVariables>;
export const UpgradeInstallationDocument = new TypedDocumentString(`
    mutation UpgradeInstallation($input: UpgradeInstallationInput!) {
  __typename
  upgradeInstallation(input: $input) {
    __typename
    ...Changed
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}
fragment Changed on InstallationPayload {
  __typename
  installation {
    __typename
    ...InstallationCard
  }
  paused {
    __typename
    id
    status
  }
}`) as unknown as TypedDocumentString<UpgradeInstallationMutation, UpgradeInstallationMutationVariables>;
export const SuspendInstallationDocument = new TypedDocumentString(`
    mutation SuspendInstallation($id: ID!) {
  __typename
  suspendInstallation(id: $id) {
    __typename
    ...Changed
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}
fragment Changed on InstallationPayload {
  __typename
  installation {
    __typename
    ...InstallationCard
  }
  paused {
    __typename
    id
    status
  }
}`) as unknown as TypedDocumentString<SuspendInstallationMutation, SuspendInstallationMutationVariables>;
export const ResumeInstallationDocument = new TypedDocumentString(`
    mutation ResumeInstallation($id: ID!) {
  __typename
  resumeInstallation(id: $id) {
    __typename
    ...Changed
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}
fragment Changed on InstallationPayload {
  __typename
  installation {
    __typename
    ...InstallationCard
  }
  paused {
    __typename
    id
    status
  }
}`) as unknown as TypedDocumentString<ResumeInstallationMutation, ResumeInstallationMutationVariables>;
export const UninstallDocument = new TypedDocumentString(`
    mutation Uninstall($id: ID!) {
  __typename
  uninstallIntegration(id: $id) {
    __typename
    uninstalledId
  }
}
    `) as unknown as TypedDocumentString<UninstallMutation, UninstallMutationVariables>;
export const ConnectAccountDocument = new TypedDocumentString(`
    mutation ConnectAccount($input: ConnectAccountInput!) {
  __typename
  connectAccount(input: $input) {
    __typename
    connection {
      __typename
      id
      account
      name
    }
    signingSecret
  }
}
    `) as unknown as TypedDocumentString<ConnectAccountMutation, ConnectAccountMutationVariables>;
export const AccountDocument = new TypedDocumentString(`
    query Account($id: ID!) {
  __typename
  node(id: $id) {
    __typename
    id
    ... on ConnectedAccount {
      __typename
      account
      name
      disconnectedAt
      installation {
        __typename
        id
        status
        uninstalledAt
        integration {
          __typename
          id
          name
        }
        tenant {
          __typename
          id
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>;
export const AccountSubscriptionsDocument = new TypedDocumentString(`
    query AccountSubscriptions($id: ID!) {
  __typename
  integrationSubscriptions(first: 100, filter: {connectionId: $id}) {
    __typename
    nodes {
      __typename
      ...SubscriptionRow
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`) as unknown as TypedDocumentString<AccountSubscriptionsQuery, AccountSubscriptionsQueryVariables>;
export const CallsDocument = new TypedDocumentString(`
    query Calls($connectionId: ID!, $pending: Boolean, $first: Int, $after: String, $last: Int, $before: String) {
  __typename
  calls(
    connectionId: $connectionId
    pending: $pending
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    __typename
    nodes {
      __typename
      id
      operation
      requestedAt
      application {
        __typename
        id
        name
      }
      completion {
        __typename
        id
        status
        receivedAt
      }
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<CallsQuery, CallsQueryVariables>;
export const DisconnectAccountDocument = new TypedDocumentString(`
    mutation DisconnectAccount($id: ID!) {
  __typename
  disconnectAccount(id: $id) {
    __typename
    disconnectedId
  }
}
    `) as unknown as TypedDocumentString<DisconnectAccountMutation, DisconnectAccountMutationVariables>;
export const PutCredentialDocument = new TypedDocumentString(`
    mutation PutCredential($input: PutCredentialInput!) {
  __typename
  putCredential(input: $input) {
    __typename
    connection {
      __typename
      id
    }
  }
}
    `) as unknown as TypedDocumentString<PutCredentialMutation, PutCredentialMutationVariables>;
export const RotateSecretDocument = new TypedDocumentString(`
    mutation RotateSecret($input: RotateSigningSecretInput!) {
  __typename
  rotateSigningSecret(input: $input) {
    __typename
    signingSecret
    previousValidUntil
  }
}
    `) as unknown as TypedDocumentString<RotateSecretMutation, RotateSecretMutationVariables>;
export const NoticesDocument = new TypedDocumentString(`
    query Notices($first: Int, $after: String, $last: Int, $before: String) {
  __typename
  notifications(first: $first, after: $after, last: $last, before: $before) {
    __typename
    nodes {
      __typename
      id
      at
      kind
      message
      subjectId
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<NoticesQuery, NoticesQueryVariables>;
export const OverviewDocument = new TypedDocumentString(`
    query Overview($since: DateTime!) {
  __typename
  paused: integrationSubscriptions(first: 5, filter: {statuses: [PAUSED]}) {
    __typename
    nodes {
      __typename
      id
      pauseReason
      pausedAt
      eventType {
        __typename
        name
      }
      connection {
        __typename
        id
        account
        name
      }
    }
    pageInfo {
      __typename
      hasNextPage
    }
  }
  dead: integrationDeliveries(first: 5, filter: {statuses: [DEAD], since: $since}) {
    __typename
    ...OverviewDeliveries
  }
  retrying: integrationDeliveries(
    first: 5
    filter: {statuses: [RETRYING], since: $since}
  ) {
    __typename
    ...OverviewDeliveries
  }
  deadEvents: integrationEvents(
    first: 5
    filter: {statuses: [DEAD], since: $since}
  ) {
    __typename
    ...OverviewEvents
  }
  retryingEvents: integrationEvents(
    first: 5
    filter: {statuses: [RETRYING], since: $since}
  ) {
    __typename
    ...OverviewEvents
  }
  notifications(first: 3) {
    __typename
    nodes {
      __typename
      id
      at
      kind
      subjectId
    }
  }
}
    fragment OverviewDeliveries on IntegrationDeliveryConnection {
  __typename
  nodes {
    __typename
    id
    type
    entityId
    status
    attempt
    nextAttemptAt
    createdAt
  }
  pageInfo {
    __typename
    hasNextPage
  }
}
fragment OverviewEvents on IntegrationEventConnection {
  __typename
  nodes {
    __typename
    id
    type
    subject
    status
    attempt
    nextAttemptAt
    receivedAt
  }
  pageInfo {
    __typename
    hasNextPage
  }
}`) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const TenantsDocument = new TypedDocumentString(`
    query Tenants($first: Int, $after: String, $last: Int, $before: String) {
  __typename
  tenants(first: $first, after: $after, last: $last, before: $before) {
    __typename
    nodes {
      __typename
      id
      name
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<TenantsQuery, TenantsQueryVariables>;
export const RegisterTenantDocument = new TypedDocumentString(`
    mutation RegisterTenant($input: RegisterTenantInput!) {
  __typename
  registerTenant(input: $input) {
    __typename
    tenant {
      __typename
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<RegisterTenantMutation, RegisterTenantMutationVariables>;
export const ReleasesDocument = new TypedDocumentString(`
    query Releases($first: Int, $after: String, $last: Int, $before: String) {
  __typename
  releases(first: $first, after: $after, last: $last, before: $before) {
    __typename
    nodes {
      __typename
      id
      version
      declares
      produces
      publishedAt
      integration {
        __typename
        id
        name
        currentRelease {
          __typename
          id
        }
      }
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<ReleasesQuery, ReleasesQueryVariables>;
export const PublishableDocument = new TypedDocumentString(`
    query Publishable {
  __typename
  integrations {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
    }
  }
  eventTypes {
    __typename
    name
    kind
  }
}
    `) as unknown as TypedDocumentString<PublishableQuery, PublishableQueryVariables>;
export const PublishReleaseDocument = new TypedDocumentString(`
    mutation PublishRelease($input: PublishReleaseInput!) {
  __typename
  publishRelease(input: $input) {
    __typename
    release {
      __typename
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<PublishReleaseMutation, PublishReleaseMutationVariables>;
export const InstallableDocument = new TypedDocumentString(`
    query Installable {
  __typename
  tenants(first: 100) {
    __typename
    nodes {
      __typename
      id
      name
    }
  }
  integrations {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
    }
  }
}
    `) as unknown as TypedDocumentString<InstallableQuery, InstallableQueryVariables>;
export const InstallDocument = new TypedDocumentString(`
    mutation Install($input: InstallIntegrationInput!) {
  __typename
  installIntegration(input: $input) {
    __typename
    installation {
      __typename
      ...InstallationCard
    }
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}`) as unknown as TypedDocumentString<InstallMutation, InstallMutationVariables>;
export const SubscriptionsDocument = new TypedDocumentString(`
    query Subscriptions($first: Int, $after: String, $last: Int, $before: String, $filter: IntegrationSubscriptionFilter) {
  __typename
  integrationSubscriptions(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    __typename
    nodes {
      __typename
      ...SubscriptionRow
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`) as unknown as TypedDocumentString<SubscriptionsQuery, SubscriptionsQueryVariables>;
export const SubscriptionDocument = new TypedDocumentString(`
    query Subscription($id: ID!) {
  __typename
  integrationSubscription(id: $id) {
    __typename
    ...SubscriptionRow
    held
    version
    updatedAt
    replays {
      __typename
      id
      status
      from
      to
      changes
      enqueued
      requestedAt
    }
    eventType {
      __typename
      ...Shape
    }
    installation {
      __typename
      id
      acceptedEventTypes
      release {
        __typename
        id
        version
        declares
      }
    }
  }
}
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}
fragment Shape on EventType {
  __typename
  name
  kind
  description
  carriesPriorValues
  carriesChangedFields
  fields {
    __typename
    name
    type
    description
  }
}`) as unknown as TypedDocumentString<SubscriptionQuery, SubscriptionQueryVariables>;
export const SubscriptionDeliveriesDocument = new TypedDocumentString(`
    query SubscriptionDeliveries($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $filter: IntegrationDeliveryFilter) {
  __typename
  integrationSubscription(id: $id) {
    __typename
    id
    deliveries(
      first: $first
      after: $after
      last: $last
      before: $before
      filter: $filter
    ) {
      __typename
      nodes {
        __typename
        ...DeliveryRow
      }
      pageInfo {
        __typename
        ...Page
      }
    }
  }
}
    fragment DeliveryRow on IntegrationDelivery {
  __typename
  id
  type
  entityId
  status
  attempt
  nextAttemptAt
  createdAt
  settledAt
  replay {
    __typename
    id
  }
}
fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<SubscriptionDeliveriesQuery, SubscriptionDeliveriesQueryVariables>;
export const SubscribableDocument = new TypedDocumentString(`
    query Subscribable {
  __typename
  installations {
    __typename
    id
    status
    acceptedEventTypes
    tenant {
      __typename
      id
      name
    }
    integration {
      __typename
      id
      name
    }
    release {
      __typename
      id
      version
      declares
    }
    connections {
      __typename
      id
      account
      name
    }
  }
  eventTypes(kind: CHANGE) {
    __typename
    ...Shape
  }
}
    fragment Shape on EventType {
  __typename
  name
  kind
  description
  carriesPriorValues
  carriesChangedFields
  fields {
    __typename
    name
    type
    description
  }
}`) as unknown as TypedDocumentString<SubscribableQuery, SubscribableQueryVariables>;
export const PreviewFilterDocument = new TypedDocumentString(`
    query PreviewFilter($connectionId: ID!, $eventType: String!, $filter: Condition!, $last: Int) {
  __typename
  previewFilter(
    connectionId: $connectionId
    eventType: $eventType
    filter: $filter
    last: $last
  ) {
    __typename
    changeId
    entityId
    occurredAt
    verdict
    reason
  }
}
    `) as unknown as TypedDocumentString<PreviewFilterQuery, PreviewFilterQueryVariables>;
export const CreateSubscriptionDocument = new TypedDocumentString(`
    mutation CreateSubscription($input: CreateIntegrationSubscriptionInput!) {
  __typename
  createIntegrationSubscription(input: $input) {
    __typename
    subscription {
      __typename
      ...SubscriptionRow
    }
  }
}
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`) as unknown as TypedDocumentString<CreateSubscriptionMutation, CreateSubscriptionMutationVariables>;
export const UpdateSubscriptionDocument = new TypedDocumentString(`
    mutation UpdateSubscription($input: UpdateIntegrationSubscriptionInput!) {
  __typename
  updateIntegrationSubscription(input: $input) {
    __typename
    subscription {
      __typename
      ...SubscriptionRow
      version
      updatedAt
    }
  }
}
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`) as unknown as TypedDocumentString<UpdateSubscriptionMutation, UpdateSubscriptionMutationVariables>;
export const DeleteSubscriptionDocument = new TypedDocumentString(`
    mutation DeleteSubscription($id: ID!) {
  __typename
  deleteIntegrationSubscription(id: $id) {
    __typename
    deletedId
  }
}
    `) as unknown as TypedDocumentString<DeleteSubscriptionMutation, DeleteSubscriptionMutationVariables>;
export const PauseSubscriptionDocument = new TypedDocumentString(`
    mutation PauseSubscription($id: ID!) {
  __typename
  pauseIntegrationSubscription(id: $id) {
    __typename
    subscription {
      __typename
      ...SubscriptionRow
      held
      version
      updatedAt
    }
  }
}
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`) as unknown as TypedDocumentString<PauseSubscriptionMutation, PauseSubscriptionMutationVariables>;
export const ResumeSubscriptionDocument = new TypedDocumentString(`
    mutation ResumeSubscription($id: ID!) {
  __typename
  resumeIntegrationSubscription(id: $id) {
    __typename
    subscription {
      __typename
      ...SubscriptionRow
      held
      version
      updatedAt
    }
  }
}
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`) as unknown as TypedDocumentString<ResumeSubscriptionMutation, ResumeSubscriptionMutationVariables>;
export const TestSubscriptionDocument = new TypedDocumentString(`
    mutation TestSubscription($id: ID!) {
  __typename
  testIntegrationSubscription(id: $id) {
    __typename
    attempt {
      __typename
      ...Attempt
    }
  }
}
    fragment Attempt on DeliveryAttempt {
  __typename
  run
  number
  state
  startedAt
  durationMs
  acknowledged
  failure
  httpStatus
  responseExcerpt
  leaseId
}`) as unknown as TypedDocumentString<TestSubscriptionMutation, TestSubscriptionMutationVariables>;
export const ReplayEstimateDocument = new TypedDocumentString(`
    query ReplayEstimate($subscriptionId: ID!, $from: DateTime!, $to: DateTime!) {
  __typename
  replayEstimate(subscriptionId: $subscriptionId, from: $from, to: $to) {
    __typename
    changes
    matching
    capped
  }
}
    `) as unknown as TypedDocumentString<ReplayEstimateQuery, ReplayEstimateQueryVariables>;
export const StartReplayDocument = new TypedDocumentString(`
    mutation StartReplay($input: ReplayIntegrationSubscriptionInput!) {
  __typename
  replayIntegrationSubscription(input: $input) {
    __typename
    replay {
      __typename
      ...Replay
    }
  }
}
    fragment Replay on Replay {
  __typename
  id
  from
  to
  status
  changes
  enqueued
  requestedAt
  completedAt
  subscription {
    __typename
    id
    status
    eventType {
      __typename
      name
    }
    connection {
      __typename
      id
      account
      name
    }
  }
}`) as unknown as TypedDocumentString<StartReplayMutation, StartReplayMutationVariables>;
export const ReplayDocument = new TypedDocumentString(`
    query Replay($id: ID!) {
  __typename
  node(id: $id) {
    __typename
    id
    ...Replay
  }
}
    fragment Replay on Replay {
  __typename
  id
  from
  to
  status
  changes
  enqueued
  requestedAt
  completedAt
  subscription {
    __typename
    id
    status
    eventType {
      __typename
      name
    }
    connection {
      __typename
      id
      account
      name
    }
  }
}`) as unknown as TypedDocumentString<ReplayQuery, ReplayQueryVariables>;
export const CancelReplayDocument = new TypedDocumentString(`
    mutation CancelReplay($id: ID!) {
  __typename
  cancelReplay(id: $id) {
    __typename
    replay {
      __typename
      ...Replay
    }
  }
}
    fragment Replay on Replay {
  __typename
  id
  from
  to
  status
  changes
  enqueued
  requestedAt
  completedAt
  subscription {
    __typename
    id
    status
    eventType {
      __typename
      name
    }
    connection {
      __typename
      id
      account
      name
    }
  }
}`) as unknown as TypedDocumentString<CancelReplayMutation, CancelReplayMutationVariables>;
export const DeadInWindowDocument = new TypedDocumentString(`
    query DeadInWindow($id: ID!, $since: DateTime!, $until: DateTime!) {
  __typename
  integrationSubscription(id: $id) {
    __typename
    id
    deliveries(first: 100, filter: {statuses: [DEAD], since: $since, until: $until}) {
      __typename
      nodes {
        __typename
        id
      }
      pageInfo {
        __typename
        hasNextPage
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DeadInWindowQuery, DeadInWindowQueryVariables>;
export const RetryDeliveriesDocument = new TypedDocumentString(`
    mutation RetryDeliveries($input: RetryIntegrationDeliveriesInput!) {
  __typename
  retryIntegrationDeliveries(input: $input) {
    __typename
    restarted
  }
}
    `) as unknown as TypedDocumentString<RetryDeliveriesMutation, RetryDeliveriesMutationVariables>;
export const TestDestinationDocument = new TypedDocumentString(`
    mutation TestDestination($input: TestIntegrationDestinationInput!) {
  __typename
  testIntegrationDestination(input: $input) {
    __typename
    attempt {
      __typename
      ...Attempt
    }
  }
}
    fragment Attempt on DeliveryAttempt {
  __typename
  run
  number
  state
  startedAt
  durationMs
  acknowledged
  failure
  httpStatus
  responseExcerpt
  leaseId
}`) as unknown as TypedDocumentString<TestDestinationMutation, TestDestinationMutationVariables>;
export const HistoryDocument = new TypedDocumentString(`
    query History($trail: Trail!, $first: Int, $after: String, $last: Int, $before: String, $subjectId: ID) {
  __typename
  history(
    trail: $trail
    first: $first
    after: $after
    last: $last
    before: $before
    subjectId: $subjectId
  ) {
    __typename
    nodes {
      __typename
      id
      trail
      at
      actor
      action
      subjectId
      before
      after
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<HistoryQuery, HistoryQueryVariables>;
export const HistoryEntryDocument = new TypedDocumentString(`
    query HistoryEntry($id: ID!) {
  __typename
  node(id: $id) {
    __typename
    id
    ... on HistoryEntry {
      __typename
      trail
      at
      actor
      action
      subjectId
      before
      after
    }
  }
}
    `) as unknown as TypedDocumentString<HistoryEntryQuery, HistoryEntryQueryVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  __typename
  viewer {
    __typename
    subject
    kind
    permissions
    tenant {
      __typename
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const HealthDocument = new TypedDocumentString(`
    query Health {
  __typename
  dispatcher {
    __typename
    lastPassAt
    silent
    due
    oldestDueSeconds
    scheduled
    inFlight
  }
}
    `) as unknown as TypedDocumentString<HealthQuery, HealthQueryVariables>;
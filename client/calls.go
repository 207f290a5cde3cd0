package client

import (
	"context"
	"encoding/json"
	"iter"
	"time"

	"rhythm.example/backbeat/client/internal/api"
)

// Call is an application's request to a provider, by way of an account's adapter.
type Call struct {
	ID           string `json:"id"`
	ConnectionID string `json:"connectionId"`
	// Application is the key of the one that requested it.
	Application string `json:"application"`
	Operation   string `json:"operation"`
	// Input is as it was sent; nil where nothing was.
	Input       json.RawMessage `json:"input,omitempty"`
	RequestedAt time.Time       `json:"requestedAt"`
	// CompletionID is that of the completion event; empty while the call is pending.
	CompletionID string `json:"completionId,omitempty"`
}

// callPage is how many calls are asked for at a time.
const callPage = 100

// PendingCalls gives the calls for an account that are not completed, the oldest first,
// page by page as they are asked for. After an error there are no more.
func (c *Client) PendingCalls(ctx context.Context, connectionID string) iter.Seq2[Call, error] {
	pending := true
	return c.calls(ctx, connectionID, &pending)
}

// Calls gives all calls for an account that are kept, the oldest first, page by page as
// they are asked for. After an error there are no more.
func (c *Client) Calls(ctx context.Context, connectionID string) iter.Seq2[Call, error] {
	return c.calls(ctx, connectionID, nil)
}

func (c *Client) calls(ctx context.Context, connectionID string, pending *bool) iter.Seq2[Call, error] {
	return func(yield func(Call, error) bool) {
		var before *string
		for {
			answer, err := api.Calls(ctx, caller{Client: c}, connectionID, pending, nil, nil, new(callPage), before)
			if err != nil {
				yield(Call{}, err)
				return
			}
			page := answer.Calls
			for i := len(page.Nodes) - 1; i >= 0; i-- { // lists are newest first
				if !yield(callOf(&page.Nodes[i]), nil) {
					return
				}
			}
			if !page.PageInfo.HasPreviousPage || page.PageInfo.StartCursor == nil {
				return
			}
			before = page.PageInfo.StartCursor
		}
	}
}

// maxLookBack bounds how many calls are looked through, in pages.
const maxLookBack = 10

// CallCompletedBy finds the call for an account whose completion an event is, among the
// latest thousand that are completed; nil where it is not among them.
func (c *Client) CallCompletedBy(ctx context.Context, connectionID, eventID string) (*Call, error) {
	completed, after := false, (*string)(nil)
	for range maxLookBack {
		answer, err := api.Calls(ctx, caller{Client: c}, connectionID, &completed, new(callPage), after, nil, nil)
		if err != nil {
			return nil, err
		}
		for i := range answer.Calls.Nodes {
			if call := callOf(&answer.Calls.Nodes[i]); call.CompletionID == eventID {
				return &call, nil
			}
		}
		if after = answer.Calls.PageInfo.EndCursor; after == nil || !answer.Calls.PageInfo.HasNextPage {
			break
		}
	}
	return nil, nil
}

func callOf(c *api.CallFields) Call {
	out := Call{
		ID: c.Id, ConnectionID: c.Connection.Id, Application: c.Application.Key, Operation: c.Operation, RequestedAt: c.RequestedAt,
	}
	if c.Input != nil {
		out.Input = *c.Input
	}
	if c.Completion != nil {
		out.CompletionID = c.Completion.Id
	}
	return out
}

// CompleteCall says how a call ended, which makes its completion event for the
// application that requested it. The result is any JSON of at most 256 KiB, or nil.
// Completing it again with the same result gives the same event; with another one it is a
// CONFLICT.
func (c *Client) CompleteCall(ctx context.Context, callID string, succeeded bool, result json.RawMessage) (eventID string, err error) {
	held := newDocuments()
	input := api.CompleteCallInput{CallId: callID, Succeeded: succeeded}
	if result != nil {
		document, fault := held.hold("result", result)
		if fault != nil {
			return "", malformed([]Violation{*fault})
		}
		input.Result = &document
	}
	answer, err := api.CompleteCall(ctx, caller{Client: c, documents: held}, input)
	if err != nil {
		return "", err
	}
	return answer.CompleteCall.Event.Id, nil
}

package edge

import (
	"net/http"
	"net/url"
	"unicode/utf8"

	"rhythm.example/backbeat/graph/edge/jsonread"
)

// requestOfURL reads the parameters of a GET.
func requestOfURL(r *http.Request) (*request, *refusal) {
	given, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, malformed("the URL's query is not well formed")
	}
	for _, name := range members {
		switch {
		case len(given[name]) > 1:
			return nil, malformed("the parameter %s is given twice", name)
		case !utf8.ValidString(given.Get(name)):
			return nil, malformed("the parameter %s is not UTF-8", name)
		}
	}
	req := &request{query: given.Get("query"), operationName: given.Get("operationName")}
	for _, name := range []string{"variables", "extensions"} {
		text := given.Get(name)
		if text == "" {
			continue
		}
		in := jsonread.New([]byte(text))
		if refused := req.member(name, &in); refused != nil {
			return nil, refused
		}
		if err := in.End(); err != nil {
			return nil, notJSON(err)
		}
	}
	return req, nil
}

package graph

import (
	"net/mail"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-playground/validator/v10"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/model"
)

// rule says of the fields of one input what their types can't.
type rule struct {
	input  any
	fields map[string]string
}

// rules say of inputs what their types can't. "text=N" is 1 to N code points
// without control characters.
func rules() []rule {
	const key, words = "text=200,slug", "text=200"
	return []rule{
		{model.RegisterTenantInput{}, map[string]string{"Name": words, "AdministratorEmails": "min=1,max=100,unique,dive,text=200,address"}},
		{model.RegisterApplicationInput{}, map[string]string{"Key": key, "Name": words}},
		{model.PublishReleaseInput{}, map[string]string{
			"IntegrationKey": key, "Name": words, "Version": words,
			"Declares": "max=1000,unique,dive,text=200", "Produces": "max=1000,unique,dive,text=200",
		}},
		{model.RegisterEventTypeInput{}, map[string]string{"Name": "text=200,typename", "Description": "omitempty,text=2000", "Fields": "max=500,dive"}},
		{model.EventFieldInput{}, map[string]string{"Name": words, "Description": "omitempty,text=2000"}},
		{model.InstallIntegrationInput{}, map[string]string{"IntegrationKey": words, "AcceptedEventTypes": "max=1000,dive,text=200"}},
		{model.SetAcceptedEventTypesInput{}, map[string]string{"EventTypes": "max=1000,dive,text=200"}},
		{model.UpgradeInstallationInput{}, map[string]string{"AcceptedEventTypes": "max=1000,dive,text=200"}},
		{model.CreateIntegrationSubscriptionInput{}, map[string]string{"EventType": words}},
		{model.TestIntegrationDestinationInput{}, map[string]string{"EventType": words}},
		{model.ConnectAccountInput{}, map[string]string{"Account": words, "Name": "omitempty,text=200"}},
		{model.BasicCredentialInput{}, map[string]string{"Username": "max=1000", "Password": "max=4000"}},
		{model.OAuthCredentialInput{}, map[string]string{"ClientID": "min=1,max=1000", "ClientSecret": "min=1,max=4000", "Scopes": "max=100,dive,text=200"}},
	}
}

// Validator checks inputs against rules, and names every fault at once.
type Validator struct{ v *validator.Validate }

// NewValidator makes a validator.
func NewValidator() *Validator {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string { return strings.Split(f.Tag.Get("json"), ",")[0] })
	check := func(tag string, ok func(string, string) bool) {
		// The only error is that a tag is empty.
		_ = v.RegisterValidation(tag, func(l validator.FieldLevel) bool { return ok(l.Field().String(), l.Param()) }, true)
	}
	check("text", func(s, maximum string) bool { return len(checkText("", s, maximum)) == 0 })
	check("slug", func(s, _ string) bool { return slug(s) })
	check("typename", func(s, _ string) bool { return domain.WellFormedTypeName(s) })
	check("address", func(s, _ string) bool { a, err := mail.ParseAddress(s); return err == nil && a.Address == s })
	for _, r := range rules() {
		v.RegisterStructValidationMapRules(r.fields, r.input)
	}
	return &Validator{v: v}
}

func checkText(path, s, maximum string) domain.Violations {
	n, _ := strconv.Atoi(maximum)
	return domain.CheckText(path, s, n)
}

func slug(s string) bool {
	for _, c := range []byte(s) {
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return s != ""
}

// Violations gives the faults of an input.
func (v *Validator) Violations(input any) domain.Violations {
	err := v.v.Struct(input)
	faults, ok := err.(validator.ValidationErrors) //nolint:errorlint // the library returns this very type
	if !ok {
		return nil
	}
	var vs domain.Violations
	for _, f := range faults {
		_, path, _ := strings.Cut(f.Namespace(), ".")
		vs = append(vs, violation(path, f)...)
	}
	return vs
}

func violation(path string, f validator.FieldError) domain.Violations {
	var vs domain.Violations
	s, _ := f.Value().(string)
	length := reflect.ValueOf(f.Value())
	switch f.Tag() {
	case "text":
		return checkText(path, s, f.Param())
	case "slug":
		vs.Add(path, domain.ViolationMalformed, "may hold lower-case letters, digits, hyphens and underscores alone")
	case "typename":
		vs.Add(path, domain.ViolationMalformed, "a type is words of letters, digits, hyphens and underscores with dots between, as in crm.contact.updated")
	case "address":
		vs.Add(path, domain.ViolationMalformed, "is no e-mail address")
	case "unique":
		vs.Add(path, domain.ViolationDuplicate, "names something twice")
	case "min":
		vs.Add(path, domain.ViolationEmpty, "must not be empty")
	case "max":
		if length.Kind() == reflect.Slice {
			vs.Add(path, domain.ViolationTooMany, "has %d entries; at most %s are allowed", length.Len(), f.Param())
		} else {
			vs.Add(path, domain.ViolationTooLong, "has %d characters; at most %s are allowed", len([]rune(s)), f.Param())
		}
	default:
		vs.Add(path, domain.ViolationNotAllowed, "does not keep to the rule %q", f.Tag())
	}
	return vs
}

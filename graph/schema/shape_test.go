package schema_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// Places that break a rule for a reason.
const (
	// Answers one for each id asked for, null for what the caller may not see.
	nullInList = "Query.nodes"
	// Has no input: what it changes is the caller's own.
	noArgument = "Mutation.unregisterIntegrationEventConsumer"
)

func nullableLists(s *ast.Schema) []string {
	var faults []string
	for _, e := range elements(s) {
		if e.typ == nil || e.typ.Elem == nil {
			continue
		}
		def := s.Types[strings.SplitN(e.path, ".", 2)[0]]
		answered := e.kind == fieldElement && def != nil && def.Kind != ast.InputObject
		if answered && !e.typ.NonNull {
			faults = append(faults, e.path+": a list that is answered is empty, never null")
		}
		if !e.typ.Elem.NonNull && e.path != nullInList {
			faults = append(faults, e.path+": a list holds no null")
		}
	}
	return faults
}

func crookedConnections(s *ast.Schema) []string {
	var faults []string
	for _, d := range ownTypes(s) {
		if name, ok := strings.CutSuffix(d.Name, "Connection"); ok {
			faults = append(faults, crookedConnection(d, name+"Edge", s.Types[name+"Edge"])...)
		}
		for _, f := range ownFields(d) {
			if strings.HasSuffix(f.Type.Name(), "Connection") {
				faults = append(faults, withoutPaging(d.Name+"."+f.Name, f)...)
			}
		}
	}
	return faults
}

func crookedConnection(d *ast.Definition, edgeName string, edge *ast.Definition) []string {
	faults := lacks(d, "edges: ["+edgeName+"!]!", "pageInfo: PageInfo!")
	if edge == nil {
		return append(faults, d.Name+": there is no "+edgeName)
	}
	faults = append(faults, lacks(edge, "cursor: String!")...)
	node := edge.Fields.ForName("node")
	if node == nil || !node.Type.NonNull || node.Type.Elem != nil {
		return append(faults, edgeName+": lacks a node that is never null")
	}
	return append(faults, lacks(d, "nodes: ["+node.Type.String()+"]!")...)
}

func lacks(d *ast.Definition, fields ...string) []string {
	var faults []string
	for _, want := range fields {
		if !slices.ContainsFunc(d.Fields, func(f *ast.FieldDefinition) bool { return f.Name+": "+f.Type.String() == want }) {
			faults = append(faults, d.Name+": lacks "+want)
		}
	}
	return faults
}

func withoutPaging(path string, f *ast.FieldDefinition) []string {
	var faults []string
	for _, want := range []string{"first: Int", "after: String", "last: Int", "before: String"} {
		has := slices.ContainsFunc(f.Arguments, func(a *ast.ArgumentDefinition) bool { return a.Name+": "+a.Type.String() == want })
		if !has {
			faults = append(faults, path+": lacks the argument "+want)
		}
	}
	if !f.Type.NonNull {
		faults = append(faults, path+": a connection is never null")
	}
	return faults
}

func misfitInputsAndPayloads(s *ast.Schema) []string {
	var faults []string
	given := make(map[string]bool)
	if s.Mutation != nil {
		for _, f := range ownFields(s.Mutation) {
			path := "Mutation." + f.Name
			given[f.Type.Name()] = true
			if want := f.Type.Name(); !strings.HasSuffix(want, "Payload") || f.Type.String() != want+"!" {
				faults = append(faults, path+": must give a payload that is not null, and gives "+f.Type.String())
			}
			if !plainArguments(f) && path != noArgument {
				faults = append(faults, path+": must take input: …Input! or id: ID! and nothing else")
			}
		}
	}
	for _, d := range ownTypes(s) {
		isInput := strings.HasSuffix(d.Name, "Input") || strings.HasSuffix(d.Name, "Filter")
		if isInput != (d.Kind == ast.InputObject) {
			faults = append(faults, fmt.Sprintf("%s: inputs, and nothing else, end with Input or Filter", d.Name))
		}
		if strings.HasSuffix(d.Name, "Payload") && !given[d.Name] {
			faults = append(faults, d.Name+": no mutation gives it")
		}
	}
	return faults
}

func plainArguments(f *ast.FieldDefinition) bool {
	if len(f.Arguments) != 1 {
		return false
	}
	a := f.Arguments[0]
	if a.Name == "id" {
		return a.Type.String() == "ID!"
	}
	return a.Name == "input" && strings.HasSuffix(a.Type.String(), "Input!")
}

func idsWithoutNode(s *ast.Schema) []string {
	var faults []string
	for _, d := range ownTypes(s) {
		if d.Kind != ast.Object {
			continue
		}
		id, node := d.Fields.ForName("id"), slices.Contains(d.Interfaces, "Node")
		if id != nil && !node {
			faults = append(faults, d.Name+": has an id and is no Node")
		}
	}
	return faults
}

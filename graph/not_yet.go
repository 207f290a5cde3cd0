package graph

import "rhythm.example/backbeat/domain"

// notYet answers what this version of Backbeat does not do yet.
var notYet = domain.Refuse(domain.CodeInternal, "not yet: this operation comes with a later version")

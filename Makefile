# The commands of this checkout; `make` alone lists them. They need Go, make and
# git, and get the rest themselves.

GO     ?= go
ARGS   ?=
TESTS  ?= ./...

BIN  := bin
LINT := $(BIN)/golangci-lint
STEP := scripts/step

# git refuses a checkout that belongs to somebody else, as often happens to root,
# and go build with it.
ifeq ($(shell git rev-parse --git-dir 2>/dev/null),)
export GIT_CONFIG_COUNT   := 1
export GIT_CONFIG_KEY_0   := safe.directory
export GIT_CONFIG_VALUE_0 := $(CURDIR)
endif

.DEFAULT_GOAL := help
.PHONY: help run build test test-go check-console test-browser lint vet generate check-generated clean need-go

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# exec puts backbeat in the shell's place: a signal to make reaches it, and Ctrl-C
# ends it in order while make waits.
run: build ## build and run `backbeat dev`; ARGS are passed on
	@exec $(BIN)/backbeat dev $(ARGS)

build: need-go ## build bin/backbeat
	@$(STEP) "build $(BIN)/backbeat" $(GO) build -o $(BIN)/backbeat ./cmd/backbeat

test: need-go ## run every check and test: generated code, vet, lint, Go with the race detector, console, browser
	@MAKE="$(MAKE)" scripts/test

test-go: need-go ## run the Go tests with the race detector; TESTS names packages
	@$(STEP) "PostgreSQL for tests" $(GO) run ./internal/embedded/pgprograms
	@GO="$(GO)" scripts/go-test $(TESTS)

check-console: ## check the console: generated types, types, unit tests, dist; needs Node
	@scripts/check-console

test-browser: build ## drive the console and the playground in a browser; needs Node and Chromium
	@$(STEP) "PostgreSQL for tests" $(GO) run ./internal/embedded/pgprograms
	@scripts/test-browser $(abspath $(BIN))/backbeat

lint: need-go $(LINT) ## run golangci-lint
	@$(STEP) "lint" $(LINT) run

# Built from a module of its own, so that its dependencies are none of Backbeat's.
$(LINT): tools/lint/go.mod tools/lint/go.sum
	@$(STEP) "build golangci-lint (minutes, the first time)" \
	  $(GO) -C tools/lint build -o ../../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	@touch $@

vet: need-go ## run go vet
	@$(STEP) "go vet" $(GO) vet ./...

generate: need-go ## generate code anew
	@$(STEP) "go generate" $(GO) generate ./...

check-generated: need-go ## fail if generating code changes anything
	@$(STEP) "generated code is up to date" scripts/check-generated "$(GO)"

clean: ## remove what was built
	@rm -rf $(BIN)

need-go:
	@command -v $(GO) >/dev/null 2>&1 || { \
	  echo "Go is missing: install Go $$(sed -n 's/^go //p' go.mod) or newer and put it into PATH." >&2; exit 1; }

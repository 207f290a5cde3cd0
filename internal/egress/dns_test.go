package egress

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"rhythm.example/backbeat/domain"
)

// nameServer answers real DNS questions, over a pipe, with what answer gives for a
// name. No addresses: the name does not exist. It never answers names with "silent".
func nameServer(t *testing.T, answer func(name string) []string) *net.Resolver {
	t.Helper()
	var mu sync.Mutex
	var group sync.WaitGroup
	ended, end := context.WithCancel(context.Background())
	t.Cleanup(func() {
		mu.Lock()
		end()
		mu.Unlock()
		group.Wait()
	})
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		mu.Lock()
		defer mu.Unlock()
		if ended.Err() != nil {
			return nil, ended.Err()
		}
		ours, theirs := net.Pipe()
		context.AfterFunc(ended, func() { theirs.Close() })
		group.Go(func() {
			defer theirs.Close()
			for serveQuestion(theirs, answer) == nil {
			}
		})
		return ours, nil
	}}
}

// serveQuestion speaks DNS over a stream: each message behind its length (RFC 7766).
func serveQuestion(conn net.Conn, answer func(string) []string) error {
	var length uint16
	if err := binary.Read(conn, binary.BigEndian, &length); err != nil {
		return err
	}
	packet := make([]byte, length)
	if _, err := io.ReadFull(conn, packet); err != nil {
		return err
	}
	var msg dnsmessage.Message
	if err := msg.Unpack(packet); err != nil {
		return err
	}
	question := msg.Questions[0]
	name := strings.TrimSuffix(question.Name.String(), ".")
	if strings.Contains(name, "silent") {
		_, err := io.Copy(io.Discard, conn)
		return err
	}
	reply := dnsmessage.Message{Header: dnsmessage.Header{ID: msg.ID, Response: true, RecursionAvailable: true}, Questions: msg.Questions}
	addresses := answer(name)
	if len(addresses) == 0 {
		reply.RCode = dnsmessage.RCodeNameError
	}
	for _, text := range addresses {
		addr := netip.MustParseAddr(text)
		header := dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: question.Class}
		switch {
		case addr.Is4() && question.Type == dnsmessage.TypeA:
			reply.Answers = append(reply.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: addr.As4()}})
		case addr.Is6() && question.Type == dnsmessage.TypeAAAA:
			reply.Answers = append(reply.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()}})
		}
	}
	out, err := reply.Pack()
	if err != nil {
		return err
	}
	_, err = conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(out))), out...))
	return err
}

func TestANameIsJudgedByWhatItResolvesTo(t *testing.T) {
	t.Parallel()
	names := map[string][]string{
		"loopback.example": {"127.0.0.1"}, "private.example": {"10.0.0.1"}, "metadata.example": {"169.254.169.254"},
		"loopback6.example": {"::1"}, "mapped.example": {"::ffff:127.0.0.1"}, "nat64.example": {"64:ff9b::7f00:1"},
		"both.example": {"10.0.0.1", "fd00::1"}, "metadata.google.internal": {"169.254.169.254"},
	}
	resolver := nameServer(t, func(name string) []string { return names[name] })
	client := testClient(t, Options{Guard: NewGuard(nil), Resolver: resolver}, patient)
	for name := range names {
		for _, scheme := range []string{"https://", "http://"} {
			answer := client.Do(t.Context(), Request{URL: scheme + name + "/"})
			if answer.Class != domain.FailureBlockedAddress || strings.Contains(answer.Err.Error(), names[name][0]) {
				t.Errorf("%s%s: %s %v", scheme, name, answer.Class, answer.Err)
			}
		}
	}
}

func TestANameWithoutAnAddressIsAFailureOfDNS(t *testing.T) {
	t.Parallel()
	resolver := nameServer(t, func(string) []string { return nil })
	for name, text := range map[string]string{
		"nowhere.example": "the host name has no address", "silent.example": "the host name was not resolved in time",
	} {
		lim := patient
		if name == "silent.example" {
			lim.connect = short
		}
		client := testClient(t, Options{Resolver: resolver, Timeout: long}, lim)
		answer := client.Do(t.Context(), Request{URL: "https://" + name + "/"})
		if answer.Class != domain.FailureDNS || answer.Err.Error() != text {
			t.Errorf("%s: %s %v", name, answer.Class, answer.Err)
		}
	}
}

func TestAListedAddressIsReachedByItsName(t *testing.T) {
	t.Parallel()
	url := httpReceiver(t, func(http.ResponseWriter, *http.Request) {})
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(url, "http://"))
	resolver := nameServer(t, func(string) []string { return []string{"10.0.0.1", "127.0.0.1"} })
	client := testClient(t, Options{Resolver: resolver}, patient)
	// The first address is not listed: the call goes to the second.
	if answer := client.Do(t.Context(), Request{URL: "http://receiver.example:" + port + "/"}); !answer.OK() {
		t.Errorf("%s %v", answer.Class, answer.Err)
	}
}

// The name has a public address when it is checked and a private one when it is
// called: what is dialled is what counts.
func TestAnAnswerThatChangesBetweenCheckAndConnectIsRefused(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	current := "93.184.215.14"
	resolver := nameServer(t, func(string) []string { return []string{current} })
	guard := NewGuard(nil)
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	url := "https://rebound.example:" + port + "/"
	if vs := guard.CheckURL("endpoint", url); len(vs) > 0 {
		t.Fatal(vs)
	}
	addrs, err := resolver.LookupNetIP(t.Context(), "ip", "rebound.example")
	if err != nil || len(addrs) != 1 || guard.Check(addrs[0]) != nil {
		t.Fatalf("%v %v", addrs, err)
	}
	current = "127.0.0.1"
	answer := testClient(t, Options{Guard: guard, Resolver: resolver}, patient).Do(t.Context(), Request{URL: url})
	if answer.Class != domain.FailureBlockedAddress {
		t.Errorf("%s %v", answer.Class, answer.Err)
	}
}

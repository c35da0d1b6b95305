// From a sandbox key to a verified OrderShipped: Go without packages, by the API document.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

type object = map[string]any

func call(method, path string, body, result any) {
	text, _ := json.Marshal(body)
	request, _ := http.NewRequest(method, os.Getenv("OCTAVO_URL")+path, bytes.NewReader(text))
	request.Header.Set("Authorization", os.Getenv("OCTAVO_AUTHORIZATION"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 {
		problem, _ := io.ReadAll(answer.Body)
		log.Fatal(string(problem))
	}
	if err := json.NewDecoder(answer.Body).Decode(result); err != nil {
		log.Fatal(err)
	}
}

// Whether the request was signed with the key in the last five minutes.
func isOurs(header http.Header, body, key []byte) bool {
	stamp := header.Get("webhook-timestamp")
	hash := hmac.New(sha256.New, key)
	fmt.Fprintf(hash, "%s.%s.%s", header.Get("webhook-id"), stamp, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(hash.Sum(nil))
	seconds, _ := strconv.ParseInt(stamp, 10, 64)
	age := time.Since(time.Unix(seconds, 0))
	for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
		if age.Abs() < 5*time.Minute && hmac.Equal([]byte(one), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	var secret struct{ Secret string }
	call("GET", "/sandbox/webhook-secret", nil, &secret)
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret.Secret, "whsec_"))
	var list struct{ Products []struct{ Sku string } }
	call("GET", "/products", nil, &list)

	shipped := make(chan bool)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go http.Serve(listener, http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		if !isOurs(request.Header, body, key) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		response.WriteHeader(http.StatusNoContent)
		var event struct {
			Type string
			Data struct{ CustomerOrderId string }
		}
		json.Unmarshal(body, &event)
		fmt.Printf("verified %s: %s\n", event.Type, event.Data.CustomerOrderId)
		if event.Type == "OrderShipped" {
			shipped <- true
		}
	}))

	var order object
	call("POST", "/orders/create", object{
		"sandbox":    object{"payments": "automatic", "pace": "PT1S"},
		"webhookUrl": "http://" + listener.Addr().String() + "/octavo",
		"destination": object{"name": "Ada Reader", "address1": "1 Main Street", "city": "Rochester", "state": "NY",
			"postal": "14604", "country": "US"},
		"orderItems": []object{{"sku": list.Products[0].Sku, "quantity": 2}},
	}, &order)
	select {
	case <-shipped:
	case <-time.After(time.Minute):
		log.Fatal("no OrderShipped within a minute")
	}
}

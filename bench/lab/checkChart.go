// checkChart CHART VALUES FILE: lints a chart as `helm lint --strict` does, renders it as `helm template` does, decodes
// each object strictly as its kind, and writes the data of its ConfigMap into a file. Used by bench/lab/chart.
package main

import (
	encoding "encoding/json"
	"fmt"
	"os"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

func main() {
	folder, values := os.Args[1], map[string]interface{}{}
	stopIf(yaml.Unmarshal([]byte(os.Args[2]), &values))
	for _, message := range lint.All(folder, values, "default", true).Messages {
		fmt.Println(message)
		if message.Severity >= support.WarningSev {
			os.Exit(1)
		}
	}

	chart, err := loader.Load(folder)
	stopIf(err)
	release := chartutil.ReleaseOptions{Name: "shop", Namespace: "default", Revision: 1, IsInstall: true}
	all, err := chartutil.ToRenderValues(chart, values, release, nil)
	stopIf(err)
	rendered, err := engine.Engine{Strict: true}.Render(chart, all)
	stopIf(err)

	options := json.SerializerOptions{Yaml: true, Strict: true}
	decoder := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme.Scheme, scheme.Scheme, options)
	for name, text := range rendered {
		for _, document := range strings.Split("\n"+text, "\n---\n") {
			if strings.TrimSpace(document) == "" {
				continue
			}
			object, kind, err := decoder.Decode([]byte(document), nil, nil)
			if err != nil {
				fmt.Println(document)
				stopIf(fmt.Errorf("%s: %w", name, err))
			}
			fmt.Println(name, kind)
			if settings, isSettings := object.(*core.ConfigMap); isSettings {
				data, err := encoding.Marshal(settings.Data)
				stopIf(err)
				stopIf(os.WriteFile(os.Args[3], data, 0o600))
			}
		}
	}
}

func stopIf(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

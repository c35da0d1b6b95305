{{- define "octavo.labels" -}}
app.kubernetes.io/name: octavo
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* The pod of a role: dict "root" $ "role" "api". */}}
{{- define "octavo.pod" -}}
{{- $root := .root -}}
metadata:
  labels:
    {{- include "octavo.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  # Changed settings start new processes.
  annotations: { checksum/settings: {{ $root.Values.settings | toJson | sha256sum | quote }} }
spec:
  {{- if eq .role "migrate" }}
  restartPolicy: Never
  {{- end }}
  terminationGracePeriodSeconds: 45
  automountServiceAccountToken: false
  securityContext: { runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001, seccompProfile: { type: RuntimeDefault } }
  containers:
    - name: {{ .role }}
      image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: {{ eq .role "migrate" | ternary (list "migrate") (list "--role" .role) | toJson }}
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
      envFrom:
        - configMapRef: { name: {{ $root.Release.Name }}-settings }
        - secretRef: { name: {{ $root.Values.secretName }} }
      {{- if ne .role "migrate" }}
      ports: [{ name: http, containerPort: 3000 }]
      # A start waits for the migration of the process that came first.
      startupProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 2, failureThreshold: 150 }
      readinessProbe: { httpGet: { path: /health/ready, port: http }, periodSeconds: 2, failureThreshold: 1, timeoutSeconds: 2 }
      livenessProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 10, failureThreshold: 6, timeoutSeconds: 5 }
      {{- end }}
      resources: {{- index $root.Values .role "resources" | toYaml | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        - { name: operator-data, mountPath: /operator, readOnly: true }
  volumes:
    - { name: data, emptyDir: {} }
    - { name: tmp, emptyDir: {} }
    - { name: operator-data, configMap: { name: {{ $root.Values.operatorDataName }} } }
{{- end }}

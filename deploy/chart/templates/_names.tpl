{{- define "atelier.name" -}}
{{- printf "%s-%s" (.root.Release.Name | trunc 40) .component -}}
{{- end -}}

{{- define "atelier.selector" -}}
app.kubernetes.io/name: atelier
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "atelier.labels" -}}
{{ include "atelier.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "atelier.image" -}}
{{ required "set image.repository" .Values.image.repository }}:{{ required "set image.tag" .Values.image.tag }}
{{- end -}}

{{- define "atelier.engineIngress" -}}
{{- if .Values.engine.enabled -}}
http://{{ include "atelier.name" (dict "root" . "component" "engine") }}:8080
{{- else -}}
{{ required "set engine.ingressUrl" .Values.engine.ingressUrl }}
{{- end -}}
{{- end -}}

{{- define "atelier.engineAdmin" -}}
{{- if .Values.engine.enabled -}}
http://{{ include "atelier.name" (dict "root" . "component" "engine") }}:9070
{{- else -}}
{{ required "set engine.adminUrl" .Values.engine.adminUrl }}
{{- end -}}
{{- end -}}

{{- define "atelier.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "atelier.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Not all pods of a component on one node or in one zone, where there are several. */}}
{{- define "atelier.spread" -}}
{{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ $key }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "atelier.selector" $ | nindent 6 }}
{{- end }}
{{- end -}}

{{/* The settings that api and worker share. Those with a secret are in the files of the Secret. */}}
{{- define "atelier.settings" -}}
- { name: ENVIRONMENT, value: production }
- { name: PUBLIC_URL, value: {{ printf "https://%s" (required "set host" .Values.host) | quote }} }
- { name: PROVIDERS, value: {{ .Values.providers | quote }} }
- { name: ENGINE_INGRESS_URL, value: {{ include "atelier.engineIngress" . | quote }} }
- { name: ENGINE_ADMIN_URL, value: {{ include "atelier.engineAdmin" . | quote }} }
{{ include "atelier.storage" . }}
- { name: TEMP_DIR, value: /var/tmp/atelier }
- { name: SHUTDOWN_WAIT_SECONDS, value: "10" }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{- define "atelier.storage" -}}
- { name: S3_ENDPOINT, value: {{ required "set storage.endpoint" .Values.storage.endpoint | quote }} }
- { name: S3_BUCKET, value: {{ required "set storage.bucket" .Values.storage.bucket | quote }} }
- { name: S3_REGION, value: {{ .Values.storage.region | quote }} }
{{- end -}}

{{/* Files of the Secret, readable by the process alone. */}}
{{- define "atelier.secretVolume" -}}
- name: secrets
  secret:
    secretName: {{ .root.Values.secret }}
    defaultMode: 0440
    items:
      {{- range .files }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- end -}}

{{- define "atelier.volumeClaim" -}}
accessModes: [ReadWriteOnce]
{{- with .storageClass }}
storageClassName: {{ . }}
{{- end }}
resources: { requests: { storage: {{ .size }} } }
{{- end -}}

{{/* Where Prometheus reads what a process measures: settings, port and annotations of a pod. */}}
{{- define "atelier.metricsSettings" -}}
{{- if .Values.metrics.enabled -}}
- { name: METRICS_HOST, value: 0.0.0.0 }
- { name: METRICS_PORT, value: "4191" }
{{- end }}
{{- end }}

{{- define "atelier.metricsPort" -}}
{{- if .Values.metrics.enabled -}}
- { name: metrics, containerPort: 4191 }
{{- end }}
{{- end }}

{{- define "atelier.metricsAnnotations" -}}
{{- if .Values.metrics.enabled -}}
annotations: { prometheus.io/scrape: "true", prometheus.io/port: "4191", prometheus.io/path: /metrics }
{{- end }}
{{- end }}

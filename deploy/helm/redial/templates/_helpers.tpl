{{- /* As flow mappings, which need no indentation. */ -}}
{{- define "redial.labels" -}}
{app.kubernetes.io/name: redial, app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/managed-by: {{ .Release.Service }}, app.kubernetes.io/version: {{ printf "%q" .Chart.AppVersion }}, helm.sh/chart: {{ printf "%q" (printf "redial-%s" .Chart.Version) }}}
{{- end -}}
{{- define "redial.selector" -}}
{app.kubernetes.io/name: redial, app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/component: server}
{{- end -}}
{{- define "redial.texts" -}}
{ {{- range $name, $value := . }}{{ printf "%q" $name }}: {{ printf "%q" $value }}, {{ end -}} }
{{- end -}}
{{- /* What the server and the migration share. */ -}}
{{- define "redial.environment" -}}
            - {name: PUBLIC_URL, value: {{ printf "%q" .Values.publicUrl }}}
            - {name: TRUSTED_PROXIES, value: {{ printf "%q" .Values.trustedProxies }}}
            {{- range $name, $value := .Values.settings }}
            - {name: {{ $name }}, value: {{ printf "%q" $value }}}
            {{- end }}
            {{- range .Values.secret.settings }}
            - {name: {{ . }}, valueFrom: {secretKeyRef: {name: {{ $.Values.secret.name }}, key: {{ . }}}}}
            {{- end }}
{{- end -}}
{{- define "redial.podSecurity" -}}
{runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, fsGroupChangePolicy: OnRootMismatch, seccompProfile: {type: RuntimeDefault}}
{{- end -}}
{{- define "redial.containerSecurity" -}}
{allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
{{- end -}}

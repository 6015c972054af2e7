import * as z from 'zod'
import { port, portExpected, settingMeta, someText } from './setting-meta.ts'

export const monitoringSettings = {
  METRICS_PORT: port.optional().register(settingMeta, {
    group: 'monitoring',
    kind: 'number',
    meaning: 'port for metrics in the Prometheus format, at `/metrics`. Unset: no metrics',
    expects: portExpected,
    example: '9464',
  }),
  METRICS_HOST: someText.default('127.0.0.1').register(settingMeta, {
    group: 'monitoring',
    kind: 'address',
    meaning: 'address to listen on for metrics; anyone who reaches it can read them',
    expects: 'a host name or an IP address of this machine',
    example: '10.0.0.5',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(settingMeta, {
      group: 'monitoring',
      kind: 'address',
      meaning: 'address of an OpenTelemetry collector for traces (OTLP over HTTP). Unset: no traces',
      expects: 'an http or https address',
      example: 'http://localhost:4318',
    }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .register(settingMeta, {
      group: 'monitoring',
      kind: 'choice',
      meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
      expects: 'fatal, error, warn, info, debug, trace or silent',
      example: 'warn',
    }),
}

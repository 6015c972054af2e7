// Stands in for the S3 gateway of compose.yaml: s3-storage.ts FOLDER PORT [CERTIFICATE KEY].
import { readFileSync } from 'node:fs'
import S3rver from '@20minutes/s3rver'

const [, , directory = '', port, certificate, key] = process.argv
// The first process of its namespace ignores signals without a handler.
process.on('SIGTERM', () => process.exit(0))
await new S3rver({
  directory,
  port: Number(port),
  address: '0.0.0.0',
  silent: true,
  vhostBuckets: false,
  configureBuckets: [],
  ...(certificate && key && { cert: readFileSync(certificate), key: readFileSync(key) }),
}).run()

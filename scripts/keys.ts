// npm run keys: prints new keys and passwords as lines of an environment file.
import { randomBytes } from 'node:crypto'
import webPush from 'web-push'
import { newKey } from '#server/secrets/keys.ts'

const password = () => randomBytes(24).toString('base64url')
const push = webPush.generateVAPIDKeys()

console.log(`SECRET_KEYS=${newKey(new Date())}
BACKUP_KEYS=${newKey(new Date())}
VAPID_PUBLIC_KEY=${push.publicKey}
VAPID_PRIVATE_KEY=${push.privateKey}
POSTGRES_PASSWORD=${password()}
S3_SECRET_ACCESS_KEY=${password()}`)

import { createECDH } from 'node:crypto'
import { runningNodes } from '#server/db/nodes.ts'
import { openPushKeys } from '#server/push/keys.ts'
import { type Check, ok, problem } from '../check.ts'

export const checkPushKeys: Check = {
  name: 'push keys',
  needsDatabase: true,
  async run({ config, sql }) {
    const keys = openPushKeys(config)
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(Buffer.from(keys.privateKey, 'base64url'))
    if (pair.getPublicKey('base64url') !== keys.publicKey)
      return problem('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY. Give both from one pair.')
    const others = (await runningNodes(sql)).filter(({ pushKey }) => pushKey !== keys.publicKey)
    if (others.length)
      return problem(
        `${others.map(({ name }) => name).join(', ')} uses another pair, so its push messages are refused. Give all nodes the same VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.`,
      )
    return ok('The pair of keys is valid, and every node has it.')
  },
}

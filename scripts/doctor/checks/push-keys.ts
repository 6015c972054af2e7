import { createECDH } from 'node:crypto'
import { runningNodes } from '#server/db/nodes.ts'
import { readPushKeys } from '#server/entities/push-subscriptions/push-keys.ts'
import { type Check, ok, problem, warning } from '../check.ts'

export const checkPushKeys: Check = {
  name: 'push keys',
  needsDatabase: true,
  async run({ config, sql }) {
    const keys = readPushKeys(config)
    const nodes = await runningNodes(sql)
    if (!keys && nodes.length)
      return problem(
        `There is no push-keys.json in DATA_DIR (${config.DATA_DIR}), but ${nodes.map(({ name }) => name).join(', ')} has keys. Give all nodes the same VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or run the doctor with the DATA_DIR of the node.`,
      )
    if (!keys) return warning('There are no push keys yet. The server creates them when it starts.')
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(Buffer.from(keys.privateKey, 'base64url'))
    if (pair.getPublicKey('base64url') !== keys.publicKey)
      return problem('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY. Set both from the same pair.')
    const others = nodes.filter(({ pushKey }) => pushKey !== keys.publicKey)
    if (others.length)
      return problem(
        `${others.map(({ name }) => name).join(', ')} uses another pair, so its push messages are refused. Give all nodes the same VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.`,
      )
    return ok('The pair of keys is valid, and every node has it.')
  },
}

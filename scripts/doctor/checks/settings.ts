import { unknownSettings, type UnknownSetting } from '#server/settings/unknown-settings.ts'
import { type Check, ok, warning } from '../check.ts'

export const checkSettings: Check = {
  name: 'settings',
  needsDatabase: false,
  async run({ env }) {
    const unknown = unknownSettings(env)
    return unknown.length ? unknown.map((each) => warning(describe(each))) : ok('Every setting is known and valid.')
  },
}

const describe = ({ name, meant }: UnknownSetting): string =>
  meant
    ? `${name} is not a setting. Did you mean ${meant}? Correct the name, or remove it.`
    : `${name} is not a setting. Compare it with .env.example, or remove it.`

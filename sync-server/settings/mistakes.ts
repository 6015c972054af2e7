import type * as z from 'zod'
import { type Setting, settingList } from './settings.ts'

/** One line for the wrong value of a setting, with what to write instead. */
export function describeMistake({ path }: z.core.$ZodIssue, env: Readonly<Record<string, unknown>>): string {
  const name = String(path[0])
  const setting = settingList.find((each) => each.name === name)!
  return `${name} must be ${setting.expects.replaceAll('`', '')}${valueOf(setting, env[name])}.${exampleOf(setting)}`
}

const valueOf = ({ isSecret }: Setting, value: unknown): string =>
  isSecret ? '' : `; it is “${withoutPassword(String(value))}”`

/** For messages: an address may hold a user and a password. */
export const withoutPassword = (address: string): string => address.replace(/\/\/[^/]*@/, '//…@')

const exampleOf = ({ name, example }: Setting): string => (example ? ` Example: ${name}=${example}` : '')

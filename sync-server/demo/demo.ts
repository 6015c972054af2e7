import type { Demo } from '#server/app.ts'
import { demoAccounts, demoPassword } from './accounts.ts'

export interface RunningDemo extends Demo {
  turnOff(): void
}

export function demoOf(isOnAtStart: boolean): RunningDemo {
  let isOn = isOnAtStart
  return {
    get isOn() {
      return isOn
    },
    turnOff() {
      isOn = false
    },
    shown: demoAccounts,
    password: demoPassword,
  }
}

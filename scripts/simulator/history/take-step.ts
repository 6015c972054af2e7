import { perform } from '../people/acts.ts'
import { backUp } from '../server/backups.ts'
import { deliverOne } from '../network/deliver-call.ts'
import type { Tab } from '../device/device.ts'
import { createDice } from '../dice.ts'
import type { History } from './history.ts'
import {
  restoreBackup,
  loseMessages,
  fillDisk,
  freeze,
  loseRow,
  toggleNetwork,
  toggleTab,
  wakeWorker,
} from './faults.ts'
import { linkRandomInvestor, toggleAccount, changeRole, changeSession, unlinkRandomInvestor } from '../people/people.ts'
import type { Step } from './step.ts'
import { updateApp } from '../versions/update.ts'
import { passTurns, settle } from '../turns.ts'

export async function takeStep(history: History, step: Step): Promise<string | undefined> {
  const deviceOf = (who: number) => history.devices[who % history.devices.length]!
  switch (step.kind) {
    case 'act':
      return performAction(history, step)
    case 'deliver':
      return deliverOne(history, step)
    case 'hint':
      return history.hintChannels.deliver(step.which, step.isLost)
    case 'wait':
      await history.clock.advance(step.ms)
      return `${step.ms} ms pass`
    case 'sleep':
      await history.clock.sleep(step.hours * 3_600_000)
      return `${step.hours} hours pass while all devices sleep`
    case 'crash':
      return crashDuring(history, step)
    case 'connection':
      return toggleNetwork(history, deviceOf(step.who))
    case 'tab':
      return toggleTab(history, deviceOf(step.who))
    case 'worker':
      return wakeWorker(deviceOf(step.who))
    case 'link':
      return linkRandomInvestor(history, step.dice)
    case 'unlink':
      return unlinkRandomInvestor(history, createDice(step.dice))
    case 'role':
      return changeRole(history, createDice(step.dice))
    case 'account':
      return toggleAccount(history, deviceOf(step.who).person)
    case 'freeze':
      return freeze(history, deviceOf(step.who), createDice(step.dice))
    case 'thaw':
      return history.thaw()
    case 'lose messages':
      return loseMessages(deviceOf(step.who), step.messages)
    case 'full':
      return fillDisk(deviceOf(step.who), step)
    case 'lose row':
      return loseRow(deviceOf(step.who), createDice(step.dice))
    case 'session':
      return changeSession(history, deviceOf(step.who), createDice(step.dice))
    case 'back up':
      history.backups.push(await backUp(history.backend, history.firm))
      return 'a backup is made'
    case 'migrate':
      return history.release?.migrate(history.firm)
    case 'update':
      return updateApp(history, deviceOf(step.who), createDice(step.dice))
    case 'restore':
      return restoreBackup(history, step.which, step.isAnnounced)
  }
}

/** Investors read more than they write. */
function actor(history: History, who: number): Tab | undefined {
  const awake = history.tabs.filter(({ listener }) => !listener.isFrozen)
  const actors = who % 6 === 0 ? awake : awake.filter(({ person }) => person !== history.firm.investor)
  return actors[who % actors.length]
}

async function performAction(
  history: History,
  { who, verb, dice }: Extract<Step, { kind: 'act' }>,
): Promise<string | undefined> {
  const tab = actor(history, who)
  return tab && perform(tab, verb, createDice(dice), history.firm.canary)
}

async function crashDuring(
  history: History,
  { who, verb, turns, dice }: Extract<Step, { kind: 'crash' }>,
): Promise<string | undefined> {
  const tab = actor(history, who)
  if (!tab) return undefined
  const { device } = tab
  const acting = { done: '' }
  void perform(tab, verb, createDice(dice), history.firm.canary).then(
    (done) => (acting.done = done),
    () => {},
  )
  await passTurns(turns)
  device.crash(dice % 2 === 0)
  await settle()
  await device.openTab()
  return `${device.label} crashes ${turns} turns after it began to ${verb} (${acting.done || 'not done'}) and restarts`
}

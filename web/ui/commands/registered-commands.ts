import { useLayoutEffect, useMemo, useRef } from 'react'
import { create } from 'zustand'
import { type UiCommand, isAvailable } from './command.ts'
import { ariaKeys } from './key-names.ts'

const useRegistered = create<{ readonly commands: readonly UiCommand[] }>(() => ({ commands: [] }))

const registrations = new Map<symbol, readonly UiCommand[]>()

const publish = (): void =>
  useRegistered.setState({
    commands: [...new Map([...registrations.values()].flat().map((command) => [command.id, command])).values()],
  })

/** For as long as the component is mounted. Keep the array while its commands stay the same. */
export function useCommands(commands: readonly UiCommand[]): void {
  useLayoutEffect(() => {
    const registration = Symbol('commands')
    registrations.set(registration, commands)
    publish()
    return () => {
      registrations.delete(registration)
      publish()
    }
  }, [commands])
}

/** One whose parts change with each rendering. Its keys, if any, stay. */
export function useCommand(command: UiCommand): void {
  const latest = useRef(command)
  useLayoutEffect(() => {
    latest.current = command
  })
  const { id, group, icon, keys } = command
  const sequence = keys?.join(' ')
  useCommands(
    useMemo(
      () => [
        {
          id,
          group,
          icon,
          ...(sequence && { keys: sequence.split(' ') }),
          label: () => latest.current.label(),
          isAvailable: () => isAvailable(latest.current),
          run: () => latest.current.run(),
        } as UiCommand,
      ],
      [id, group, icon, sequence],
    ),
  )
}

export const registeredCommands = (): readonly UiCommand[] => useRegistered.getState().commands

export const useRegisteredCommands = (): readonly UiCommand[] => useRegistered(({ commands }) => commands)

export const useRegisteredCommand = (id: string): UiCommand | undefined =>
  useRegistered(({ commands }) => commands.find((each) => each.id === id))

/** For `aria-keyshortcuts` of the control that does the same. */
export function useAriaKeys(id: string): string | undefined {
  const keys = useRegisteredCommand(id)?.keys
  return keys && ariaKeys(keys)
}

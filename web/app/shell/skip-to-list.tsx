import { useRegisteredCommand } from '#web/ui/commands/registered-commands.ts'
import classes from './shell.module.css'

export function SkipToList() {
  const rows = useRegisteredCommand('rows')
  return (
    rows && (
      <button type="button" className={classes['skip']} onClick={rows.run}>
        {rows.label()}
      </button>
    )
  )
}

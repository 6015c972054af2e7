import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './form-fields.module.css'

interface AdvancedFieldsProps {
  readonly label: string
  /** Fields with errors are never hidden. */
  readonly hasError?: boolean
  readonly children: ReactNode
}

export function AdvancedFields({ label, hasError = false, children }: AdvancedFieldsProps) {
  const id = useId()
  const [isOpened, setOpened] = useState(false)
  const isOpen = isOpened || hasError
  return (
    <div data-wide="true">
      <button
        type="button"
        className={classes['toggle']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
      >
        {label}
        <IconChevronDown size={18} stroke={1.6} aria-hidden="true" />
      </button>
      {isOpen && (
        <div id={id} className={classes['advanced']}>
          {children}
        </div>
      )}
    </div>
  )
}

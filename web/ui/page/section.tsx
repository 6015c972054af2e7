import { Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

interface SectionProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly fold?: { readonly isFolded: boolean; readonly onToggle: () => void }
  readonly children: ReactNode
}

export function Section({ title, actions, fold, children }: SectionProps) {
  const content = useId()
  return (
    <section className={classes['section']} aria-label={title}>
      <div className={classes['head']}>
        <Title order={2}>
          {fold ? (
            <button
              type="button"
              className={classes['fold']}
              aria-expanded={!fold.isFolded}
              aria-controls={content}
              onClick={fold.onToggle}
            >
              {title}
              <IconChevronDown size={20} stroke={1.6} aria-hidden="true" />
            </button>
          ) : (
            title
          )}
        </Title>
        {actions}
      </div>
      {fold
        ? !fold.isFolded && (
            <div id={content} className={classes['content']}>
              {children}
            </div>
          )
        : children}
    </section>
  )
}

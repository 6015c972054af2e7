import classes from './toggles.module.css'

interface TogglesProps<Id extends string> {
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly label: string }[]
  readonly value: Id | null
  readonly onChange: (id: Id) => void
}

export const Toggles = <Id extends string>({ label, options, value, onChange }: TogglesProps<Id>) => (
  <fieldset aria-label={label} className={classes['toggles']}>
    {options.map((option) => (
      <button key={option.id} type="button" aria-pressed={option.id === value} onClick={() => onChange(option.id)}>
        {option.label}
      </button>
    ))}
  </fieldset>
)

import { Button, CloseButton } from '@mantine/core'
import { IconFile, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Name } from '#web/ui/format/name.tsx'
import classes from './file-drop.module.css'

interface FileDropProps {
  readonly label: string
  readonly hint: string
  readonly accept: readonly string[]
  readonly file: File | undefined
  readonly error?: string | undefined
  readonly onFile: (file: File | undefined) => void
}

export function FileDrop({ label, hint, accept, file, error, onFile }: FileDropProps) {
  const { t } = useTranslation('common')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  const clear = () => {
    if (input.current) input.current.value = ''
    onFile(undefined)
  }
  return (
    <div
      className={classes['drop']}
      data-wide="true"
      data-over={isOver || undefined}
      data-wrong={error !== undefined || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className={classes['label']} htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className={classes['input']}
        type="file"
        accept={accept.join(',')}
        aria-invalid={error !== undefined}
        aria-describedby={file ? `${id}-file ${id}-about` : `${id}-about`}
        onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
      />
      {file ? (
        <p className={classes['file']}>
          <IconFile size={20} stroke={1.6} aria-hidden="true" />
          <span id={`${id}-file`} className={classes['name']}>
            <Name>{file.name}</Name>
          </span>
          <CloseButton aria-label={t('removeFile')} onClick={clear} />
        </p>
      ) : (
        <Button
          component="label"
          htmlFor={id}
          variant="default"
          leftSection={<IconUpload size={18} stroke={1.6} aria-hidden="true" />}
        >
          {t('chooseFile')}
        </Button>
      )}
      <p id={`${id}-about`} className={classes['about']}>
        {error ?? hint}
      </p>
    </div>
  )
}

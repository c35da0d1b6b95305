import { FileButton, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './Dropzone.module.css'

type Props = {
  label: string
  text: string
  about: string
  icon: ReactNode
  /** The types of files to choose from. */
  accept: string
  isMany?: boolean
  isDisabled?: boolean
  take: (files: File[]) => void
}

/** Files, dropped or chosen. */
export function Dropzone({ label, text, about, icon, accept, isMany = false, isDisabled = false, take }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <FileButton
      multiple={isMany}
      onChange={(chosen: File | File[] | null) => take([chosen ?? []].flat())}
      accept={accept}
      disabled={isDisabled}
      inputProps={{ 'aria-label': label }}
    >
      {props => (
        <UnstyledButton
          {...props}
          className={classes.zone}
          data-over={isOver || undefined}
          disabled={isDisabled}
          onDragOver={event => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={event => {
            event.preventDefault()
            setOver(false)
            if (!isDisabled) take([...event.dataTransfer.files])
          }}
        >
          {icon}
          <Text span fw={500}>
            {text}
          </Text>
          <Text span size="sm" c="dimmed" maw={640}>
            {about}
          </Text>
        </UnstyledButton>
      )}
    </FileButton>
  )
}

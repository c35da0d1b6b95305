import { useDisclosure } from '@mantine/hooks'

/** For a dialog with a form: once something was typed, neither Escape nor a click outside closes it. */
export function useTyped() {
  const [isTyped, { open }] = useDisclosure()
  return { dialog: { closeOnEscape: !isTyped, closeOnClickOutside: !isTyped }, form: { onChange: open } }
}

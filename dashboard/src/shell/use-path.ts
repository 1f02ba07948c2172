import { useLocation } from '@tanstack/react-router'

export const usePath = (): string => useLocation({ select: ({ pathname }) => pathname })

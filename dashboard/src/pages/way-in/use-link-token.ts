import { useEffect, useState } from 'react'

/**
 * The token behind the `#` of a one-time link; empty without one. It is taken out of the address at once, so
 * that it stays neither in the history nor on a screen that others read. Another link that is opened
 * in the same tab only changes the hash.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1))
  useEffect(() => {
    const take = () => {
      if (!location.hash) return
      setToken(location.hash.slice(1))
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return token
}

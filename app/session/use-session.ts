import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

import type { Answer, LoadedData } from '../engine/questions.ts';
import type { ViewStore } from '../view/view-store.ts';
import type { Findings, Session } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

/** The session of the page. Throws outside of one, which is a mistake of ours. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no session stands around this component');
  return session;
}

/** Part of the view, or one of its actions; the component renders again when it changes, and only then. */
export function useView<Part>(select: (view: ViewStore) => Part): Part {
  return useStore(useSession().view, select);
}

export function useFindings<Part>(select: (findings: Findings) => Part): Part {
  return useStore(useSession().findings, select);
}

/** Part of the latest answer; undefined before the first. */
export function useAnswer<Part>(select: (answer: Answer) => Part): Part | undefined {
  return useFindings(({ answer }) => (answer ? select(answer) : undefined));
}

/** The data, once it is there. */
export function useData(): LoadedData | undefined {
  return useFindings(({ loading }) => (loading.state === 'ready' ? loading.data : undefined));
}

import { useId, useState, type ReactNode } from 'react';

import { Icon, type IconName } from '../../components/Icon.tsx';

/** A button of the map that shows and hides content next to it. */
export function MapDisclosure({
  label,
  icon,
  className,
  children,
}: {
  readonly label: string;
  readonly icon: IconName;
  /** Accessible name of the content. */
  readonly className: string;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="map-move">
      <button
        type="button"
        className="button"
        data-size="icon"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <Icon name={icon} />
      </button>
      <div id={id} className={`${className} map-card`} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}

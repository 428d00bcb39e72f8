import { useId, useState, type ReactNode } from 'react';

import { Icon, type IconName } from '../../components/Icon.tsx';

/** One of the map's buttons, and what it shows beside itself and hides again. */
export function MapDisclosure({
  label,
  icon,
  className,
  children,
}: {
  readonly label: string;
  readonly icon: IconName;
  /** Of what it shows. */
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

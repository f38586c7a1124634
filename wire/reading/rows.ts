// Reads the members of lists. Rows of the response are filtered, and their bytes are dropped once they are read.
import { isRecord } from '../../api/schema/types';
import { filled, type Projection } from '../projection';
import { withoutSpareRoom } from './engine';
import type { FieldPlan } from './plans';
import type { ByteWindow } from './window';

type ReadMember<Expected> = (plan: FieldPlan<Expected>) => unknown;

export class RowReader<Expected> {
	/** The rows that were read of the first list. */
	private rows: unknown[] = [];

	constructor(
		private readonly window: ByteWindow,
		private readonly projection: Projection,
	) {}

	/** Reads a list without the brackets or tags around it. */
	readMembers(
		list: FieldPlan<Expected>,
		isNext: (count: number) => boolean,
		read: ReadMember<Expected>,
	): unknown[] {
		// A list without a schema is read like a record that comes again.
		const { isRows, item = list } = list;
		if (isRows) return this.readRows(item, list.probe, isNext, read);
		const members: unknown[] = [];
		while (isNext(members.length)) members.push(read(item));
		return withoutSpareRoom(members);
	}

	private readRows(
		row: FieldPlan<Expected>,
		probe: FieldPlan<Expected> | undefined,
		isNext: (count: number) => boolean,
		read: ReadMember<Expected>,
	): unknown[] {
		const { window } = this;
		const begun = window.beginRows();
		if (begun === 'first') this.rows = [];
		// A field that comes twice has two lists, of which the second is read again each time.
		const rows = begun === 'other' ? [] : this.rows;
		while (isNext(rows.length)) {
			rows.push(this.readRow(row, probe, read));
			if (begun !== 'other') window.endRow();
		}
		return rows;
	}

	/** Reads a row. One that does not match has only the fields of the filter. */
	private readRow(
		row: FieldPlan<Expected>,
		probe: FieldPlan<Expected> | undefined,
		read: ReadMember<Expected>,
	): unknown {
		const { window } = this;
		const { onlyFilled, where } = this.projection;
		const { at } = window;
		if (probe) {
			const probed = read(probe);
			const look = onlyFilled ? filled(probed) : probed;
			if (isRecord(look) && where && !where.matches(look)) return look;
			window.at = at;
		}
		const whole = read(row);
		return onlyFilled ? filled(whole, new row.record.room.construct()) : whole;
	}
}

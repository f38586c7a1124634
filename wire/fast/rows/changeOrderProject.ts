// Objects of the answers under changeOrderProject. Made by scripts/readers.mts from api/; run `npm run generate` instead of editing it.
import { makerOf, type Row } from './row';
export const makeCOProjectsResult = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.COProjects = v[0];
		if (v[1] !== undefined) this.TotalCount = v[1];
	});

export const makeCOProjectInfo = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.ProjectId = v[0];
		if (v[1] !== undefined) this.COName = v[1];
		if (v[2] !== undefined) this.CODescription = v[2];
		if (v[3] !== undefined) this.Id = v[3];
		if (v[4] !== undefined) this.IntegrationProjectId = v[4];
		if (v[5] !== undefined) this.ClientId = v[5];
		if (v[6] !== undefined) this.Client = v[6];
		if (v[7] !== undefined) this.ClientNumber = v[7];
		if (v[8] !== undefined) this.Name = v[8];
		if (v[9] !== undefined) this.Number = v[9];
		if (v[10] !== undefined) this.Progress = v[10];
		if (v[11] !== undefined) this.Approved = v[11];
		if (v[12] !== undefined) this.CONumber = v[12];
		if (v[13] !== undefined) this.CurrencyCode = v[13];
		if (v[14] !== undefined) this.Price = v[14];
		if (v[15] !== undefined) this.ImportedOn = v[15];
		if (v[16] !== undefined) this.PublishedOn = v[16];
		if (v[17] !== undefined) this.Deleted = v[17];
		if (v[18] !== undefined) this.Archived = v[18];
	});

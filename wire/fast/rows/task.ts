// Objects of the answers under task. Made by scripts/readers.mts from api/; run `npm run generate` instead of editing it.
import { makerOf, type Row } from './row';
export const makeSITask = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.Id = v[0];
		if (v[1] !== undefined) this.Client = v[1];
		if (v[2] !== undefined) this.ProjectId = v[2];
		if (v[3] !== undefined) this.Project = v[3];
		if (v[4] !== undefined) this.ProjectNumber = v[4];
		if (v[5] !== undefined) this.ProjectStart = v[5];
		if (v[6] !== undefined) this.ProjectEnd = v[6];
		if (v[7] !== undefined) this.Name = v[7];
		if (v[8] !== undefined) this.Number = v[8];
		if (v[9] !== undefined) this.Description = v[9];
		if (v[10] !== undefined) this.Start = v[10];
		if (v[11] !== undefined) this.End = v[11];
		if (v[12] !== undefined) this.ScheduledStart = v[12];
		if (v[13] !== undefined) this.ScheduledEnd = v[13];
		if (v[14] !== undefined) this.Progress = v[14];
		if (v[15] !== undefined) this.PercentComplete = v[15];
		if (v[16] !== undefined) this.CustomField1 = v[16];
		if (v[17] !== undefined) this.CustomField2 = v[17];
		if (v[18] !== undefined) this.CustomField3 = v[18];
		if (v[19] !== undefined) this.CustomField4 = v[19];
		if (v[20] !== undefined) this.CustomField5 = v[20];
		if (v[21] !== undefined) this.CustomField6 = v[21];
		if (v[22] !== undefined) this.CustomField7 = v[22];
		if (v[23] !== undefined) this.CustomField8 = v[23];
		if (v[24] !== undefined) this.CustomField9 = v[24];
		if (v[25] !== undefined) this.CustomField10 = v[25];
		if (v[26] !== undefined) this.CustomField11 = v[26];
		if (v[27] !== undefined) this.CustomField12 = v[27];
		if (v[28] !== undefined) this.CustomField13 = v[28];
		if (v[29] !== undefined) this.CustomField14 = v[29];
		if (v[30] !== undefined) this.CustomField15 = v[30];
		if (v[31] !== undefined) this.CustomField16 = v[31];
		if (v[32] !== undefined) this.CustomField17 = v[32];
		if (v[33] !== undefined) this.CustomField18 = v[33];
		if (v[34] !== undefined) this.CustomField19 = v[34];
		if (v[35] !== undefined) this.CustomField20 = v[35];
		if (v[36] !== undefined) this.CustomField21 = v[36];
		if (v[37] !== undefined) this.CustomField22 = v[37];
		if (v[38] !== undefined) this.CustomField23 = v[38];
		if (v[39] !== undefined) this.CustomField24 = v[39];
		if (v[40] !== undefined) this.CreatedOn = v[40];
		if (v[41] !== undefined) this.UpdatedOn = v[41];
		if (v[42] !== undefined) this.CreatedBy = v[42];
		if (v[43] !== undefined) this.UpdatedBy = v[43];
		if (v[44] !== undefined) this.PublishedBy = v[44];
		if (v[45] !== undefined) this.Contact = v[45];
		if (v[46] !== undefined) this.SiteAddress = v[46];
		if (v[47] !== undefined) this.Resources = v[47];
		if (v[48] !== undefined) this.Items = v[48];
	});

export const makeTaskResource = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.Name = v[0];
		if (v[1] !== undefined) this.Email = v[1];
		if (v[2] !== undefined) this.EstimatedHours = v[2];
		if (v[3] !== undefined) this.ActualHours = v[3];
		if (v[4] !== undefined) this.Cost = v[4];
	});

export const makeTaskItem = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.Id = v[0];
		if (v[1] !== undefined) this.SIItemId = v[1];
		if (v[2] !== undefined) this.TypeId = v[2];
		if (v[3] !== undefined) this.Manufacturer = v[3];
		if (v[4] !== undefined) this.Model = v[4];
		if (v[5] !== undefined) this.PackageName = v[5];
		if (v[6] !== undefined) this.PartNumber = v[6];
		if (v[7] !== undefined) this.Category = v[7];
		if (v[8] !== undefined) this.Subcategory = v[8];
		if (v[9] !== undefined) this.ComponentId = v[9];
		if (v[10] !== undefined) this.Location = v[10];
		if (v[11] !== undefined) this.System = v[11];
		if (v[12] !== undefined) this.SerialNumber = v[12];
		if (v[13] !== undefined) this.IPAddress1 = v[13];
		if (v[14] !== undefined) this.IPAddress2 = v[14];
		if (v[15] !== undefined) this.MACAddress1 = v[15];
		if (v[16] !== undefined) this.MACAddress2 = v[16];
		if (v[17] !== undefined) this.Picked = v[17];
		if (v[18] !== undefined) this.PickedDate = v[18];
		if (v[19] !== undefined) this.Installed = v[19];
		if (v[20] !== undefined) this.InstalledOn = v[20];
		if (v[21] !== undefined) this.InstalledNotes = v[21];
	});
